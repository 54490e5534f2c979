//! The inner loops of the solver over bytes and bits.

/// Which of 64 bytes equal `byte`, the first byte in the lowest bit.
#[inline(always)]
pub(super) fn equal_mask(bytes: &[u8], byte: u8) -> u64 {
    bytes.iter().enumerate().fold(0, |mask, (i, &b)| mask | u64::from(b == byte) << i)
}

/// Clears those of 64 bytes whose bit is not set.
#[inline(always)]
pub(super) fn keep(bytes: &mut [u8], mask: u64) {
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = if mask >> i & 1 == 1 { *byte } else { 0 };
    }
}

/// The greater of each two bytes.
#[inline(always)]
pub(super) fn max_into(best: &mut [u8], bytes: &[u8]) {
    best.iter_mut().zip(bytes).for_each(|(best, &byte)| *best = byte.max(*best));
}

/// Raises `best[b]` to `bytes[a]` for each pair of the lists `before` and `after`.
#[inline(always)]
pub(super) fn scatter_max(best: &mut [u8], before: &[u32], bytes: &[u8], after: &[u32]) {
    for (&before, &after) in before.iter().zip(after) {
        let best = &mut best[before as usize];
        *best = bytes[after as usize].max(*best);
    }
}

/// Transposes 64 by 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Halves, quarters and so on are exchanged across the diagonal (H. S. Warren, Hacker's Delight, 7-3).
#[inline(always)]
pub(super) fn transpose(words: &mut [u64; 64]) {
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    let mut width = 32;
    while width != 0 {
        let mut i = 0;
        while i < 64 {
            let exchanged = (words[i] >> width ^ words[i + width]) & mask;
            words[i] ^= exchanged << width;
            words[i + width] ^= exchanged;
            i = (i + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let words: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut transposed = words;
        transpose(&mut transposed);
        for i in 0..64 {
            for j in 0..64 {
                assert_eq!(transposed[j] >> i & 1, words[i] >> j & 1);
            }
        }
    }
}
