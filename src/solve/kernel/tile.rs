//! Transposing 64 by 64 bits or bytes.

/// Bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Halves, quarters and so on are exchanged across the diagonal (H. S. Warren, Hacker's Delight, 7-3).
#[inline(always)]
pub(in super::super) fn transpose(words: &mut [u64; 64]) {
    exchange::<32>(words, 0x0000_0000_ffff_ffff);
    exchange::<16>(words, 0x0000_ffff_0000_ffff);
    exchange::<8>(words, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(words, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(words, 0x3333_3333_3333_3333);
    exchange::<1>(words, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn exchange<const WIDTH: usize>(words: &mut [u64; 64], mask: u64) {
    for block in words.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = block.split_at_mut(WIDTH);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let exchanged = (*upper >> WIDTH ^ *lower) & mask;
            *upper ^= exchanged << WIDTH;
            *lower ^= exchanged;
        }
    }
}

/// Byte `j` of row `i` becomes byte `i` of row `j`: squares of 8 by 8 bytes, each as eight numbers.
#[inline(always)]
pub(in super::super) fn transpose_bytes(tile: &mut [[u8; 64]; 64]) {
    for i in 0..8 {
        for j in 0..=i {
            let square = |rows: usize, columns: usize| -> [u64; 8] {
                let mut square = std::array::from_fn(|row| word(&tile[8 * rows + row], columns));
                transpose_8x8_bytes(&mut square);
                square
            };
            let (lower, upper) = (square(i, j), square(j, i));
            for row in 0..8 {
                tile[8 * j + row][8 * i..][..8].copy_from_slice(&lower[row].to_le_bytes());
                tile[8 * i + row][8 * j..][..8].copy_from_slice(&upper[row].to_le_bytes());
            }
        }
    }
}

#[inline(always)]
fn word(row: &[u8; 64], word: usize) -> u64 {
    u64::from_le_bytes(row.as_chunks::<8>().0[word])
}

#[inline(always)]
fn transpose_8x8_bytes(rows: &mut [u64; 8]) {
    let mut exchange = |width: usize, mask: u64| {
        for i in (0..8).filter(|i| i & width == 0) {
            let exchanged = (rows[i] >> (8 * width) ^ rows[i + width]) & mask;
            rows[i] ^= exchanged << (8 * width);
            rows[i + width] ^= exchanged;
        }
    };
    exchange(4, 0x0000_0000_ffff_ffff);
    exchange(2, 0x0000_ffff_0000_ffff);
    exchange(1, 0x00ff_00ff_00ff_00ff);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let words: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut transposed = words;
        transpose(&mut transposed);
        for (i, word) in words.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                assert_eq!(column >> i & 1, word >> j & 1);
            }
        }
    }

    #[test]
    fn transposing_exchanges_rows_and_columns_of_bytes() {
        let tile: [[u8; 64]; 64] = std::array::from_fn(|i| std::array::from_fn(|j| (7 * i + 13 * j + i * j) as u8));
        let mut transposed = tile;
        transpose_bytes(&mut transposed);
        for (i, row) in tile.iter().enumerate() {
            assert!(transposed.iter().map(|column| column[i]).eq(*row));
        }
    }
}
