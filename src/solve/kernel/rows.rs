//! Whole rows of bytes.

use super::{Kernels, Lanes, Task};

impl Kernels {
    /// Raises each byte of `best` to that of `bytes`.
    pub(in super::super) fn max_into(self, best: &mut [u8], bytes: &[u8]) {
        self.run(MaxInto { best, bytes });
    }

    /// Replaces bytes by others where neither is 0.
    pub(in super::super) fn replace_nonzero(self, bytes: &mut [u8], by: &[u8]) {
        self.run(ReplaceNonzero { bytes, by });
    }

    /// Copies bytes backwards.
    pub(in super::super) fn copy_reversed(self, out: &mut [u8], bytes: &[u8]) {
        self.run(CopyReversed { out, bytes });
    }
}

/// Raises `best[b]` to `bytes[a]` for each pair `[b, a]`.
pub(in super::super) fn scatter_max(best: &mut [u8], bytes: &[u8], pairs: &[[u32; 2]]) {
    for &[before, after] in pairs {
        let best = &mut best[before as usize];
        *best = bytes[after as usize].max(*best);
    }
}

/// The same where bit `b` of `mask` is set.
pub(in super::super) fn scatter_max_masked(best: &mut [u8], bytes: &[u8], pairs: &[[u32; 2]], mask: &[u64]) {
    for &[before, after] in pairs {
        let (before, after) = (before as usize, after as usize);
        let allowed = ((mask[before / 64] >> (before % 64) & 1) as u8).wrapping_neg();
        best[before] = (bytes[after] & allowed).max(best[before]);
    }
}

struct MaxInto<'a> {
    best: &'a mut [u8],
    bytes: &'a [u8],
}

impl Task for MaxInto<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.best.iter_mut().zip(self.bytes).for_each(|(best, &byte)| *best = byte.max(*best));
    }
}

struct ReplaceNonzero<'a> {
    bytes: &'a mut [u8],
    by: &'a [u8],
}

impl Task for ReplaceNonzero<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (byte, &by) in self.bytes.iter_mut().zip(self.by) {
            *byte = if *byte != 0 && by != 0 { by } else { *byte };
        }
    }
}

struct CopyReversed<'a> {
    out: &'a mut [u8],
    bytes: &'a [u8],
}

impl Task for CopyReversed<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (out, _) = self.out.as_chunks_mut::<32>();
        let (bytes, _) = self.bytes.as_chunks::<32>();
        for (out, bytes) in out.iter_mut().zip(bytes.iter().rev()) {
            *out = std::array::from_fn(|i| bytes[31 - i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::kernel::Isa;

    #[test]
    fn every_instruction_set_does_rows_alike() {
        let row = |seed: u64| -> Vec<u8> {
            (0..512u64).map(|i| ((i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u8).collect()
        };
        let (a, b) = (row(1), row(1000));
        for isa in Isa::available() {
            let kernels = Kernels::new(isa).unwrap();
            let (mut max, mut replaced, mut reversed) = (a.clone(), a.clone(), vec![0; 512]);
            kernels.max_into(&mut max, &b);
            kernels.replace_nonzero(&mut replaced, &b);
            kernels.copy_reversed(&mut reversed, &b);
            for i in 0..512 {
                assert_eq!(max[i], a[i].max(b[i]));
                assert_eq!(replaced[i], if a[i] == 0 || b[i] == 0 { a[i] } else { b[i] });
                assert_eq!(reversed[i], b[511 - i]);
            }
        }
    }
}
