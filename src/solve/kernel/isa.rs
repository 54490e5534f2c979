//! Instruction sets, chosen at run time. The one module with `unsafe` code.
#![allow(unsafe_code, reason = "calling code compiled for instructions that not every processor has")]

use std::fmt;

/// An instruction set that the solver can be run with. Each gives the same tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// What every processor of the target has.
    Portable,
    /// AVX2, BMI and POPCNT of x86-64: 256 bits an instruction.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL, VBMI) of x86-64. The same source as [`Isa::Avx2`], compiled for wider instructions.
    Avx512,
}

impl Isa {
    /// All instruction sets, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let avx2 = || {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        };
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                avx2()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The instruction sets that this processor has, the slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// The best that this processor has.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The instruction set of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|isa| isa.name() == name)
    }
}

impl Default for Isa {
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an instruction set has its own instructions for.
pub(in super::super) trait Lanes {
    /// Which of 64 bytes equal `byte`, the first byte in the lowest bit.
    fn equal_mask(bytes: &[u8; 64], byte: u8) -> u64;
}

/// Lanes of plain Rust.
pub(in super::super) struct Portable;

impl Lanes for Portable {
    /// Eight bytes a step, as numbers (H. S. Warren, Hacker's Delight, 6-1): bytes that equal have their top bit set after
    /// it, and eight words of top bits are a matrix that a transposition puts in order.
    #[inline(always)]
    fn equal_mask(bytes: &[u8; 64], byte: u8) -> u64 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let pattern = u64::from_le_bytes([byte; 8]);
        let (words, _) = bytes.as_chunks::<8>();
        let mut matrix = 0;
        for (i, word) in words.iter().enumerate() {
            let differs = u64::from_le_bytes(*word) ^ pattern;
            let equal = !(((differs & LOW) + LOW) | differs | LOW);
            matrix |= equal >> (7 - i);
        }
        transpose_8x8(matrix)
    }
}

/// Bit `8 i + j` becomes bit `8 j + i` (Hacker's Delight, 7-3).
#[inline(always)]
fn transpose_8x8(mut x: u64) -> u64 {
    let mut exchange = |width: u32, mask: u64| {
        let exchanged = (x ^ x >> width) & mask;
        x ^= exchanged ^ exchanged << width;
    };
    exchange(7, 0x00aa_00aa_00aa_00aa);
    exchange(14, 0x0000_cccc_0000_cccc);
    exchange(28, 0x0000_0000_f0f0_f0f0);
    x
}

/// Lanes of AVX2. Only code that [`Kernels::run`] has compiled for AVX2 may use them.
#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx2 {
    #[inline(always)]
    fn equal_mask(bytes: &[u8; 64], byte: u8) -> u64 {
        use std::arch::x86_64::{
            __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8,
        };
        // Safety: this type is named in `Kernels::run` alone, on processors found to have AVX2; both loads are of 32 of the
        // 64 bytes.
        unsafe {
            // Not `map` over an array: it is not inlined, and calls to the intrinsics would be left.
            #[allow(clippy::cast_ptr_alignment, reason = "the loads need no alignment")]
            let halves = bytes.as_ptr().cast::<__m256i>();
            let pattern = _mm256_set1_epi8(byte as i8);
            let low = _mm256_loadu_si256(halves);
            let high = _mm256_loadu_si256(halves.add(1));
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, pattern)) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, pattern)) as u32;
            u64::from(low) | u64::from(high) << 32
        }
    }
}

/// Work to be compiled for each instruction set. Implementations are `#[inline(always)]`, as is all they call that runs
/// long: what is not inlined is compiled for the target's own instructions.
pub(in super::super) trait Task {
    type Output;
    fn run<L: Lanes>(self) -> Self::Output;
}

/// An instruction set that this processor is known to have.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Kernels {
    isa: Isa,
}

impl Kernels {
    /// `None` if this processor has not the instructions.
    pub(in super::super) fn new(isa: Isa) -> Option<Self> {
        isa.is_available().then_some(Self { isa })
    }

    /// Does the task with the instructions chosen.
    #[inline]
    pub(in super::super) fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2<T: Task>(task: T) -> T::Output {
            task.run::<Avx2>()
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512<T: Task>(task: T) -> T::Output {
            task.run::<Avx2>()
        }
        match self.isa {
            Isa::Portable => task.run::<Portable>(),
            // Safety: `new` has found that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { avx2(task) },
            // Safety: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { avx512(task) },
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx2 | Isa::Avx512 => task.run::<Portable>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Mask<'a>(&'a [u8; 64], u8);

    impl Task for Mask<'_> {
        type Output = u64;
        #[inline(always)]
        fn run<L: Lanes>(self) -> u64 {
            L::equal_mask(self.0, self.1)
        }
    }

    #[test]
    fn every_instruction_set_compares_alike() {
        let mut state = 1u64;
        for round in 0..2000 {
            let bytes: [u8; 64] = std::array::from_fn(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // Few values at first, so that many are equal; then all.
                (state >> 56) as u8 % if round < 1000 { 3 } else { 255 }
            });
            for byte in [0, 1, 2, 127, 128, 254, 255] {
                let expected = (0..64).fold(0, |mask, i| mask | u64::from(bytes[i] == byte) << i);
                for isa in Isa::available() {
                    assert_eq!(Kernels::new(isa).unwrap().run(Mask(&bytes, byte)), expected, "{isa}");
                }
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        assert!(Isa::ALL.into_iter().all(|isa| Isa::named(isa.name()) == Some(isa)));
        assert!(Isa::detect().is_available() && Isa::Portable.is_available());
    }
}
