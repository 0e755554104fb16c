#include <string.h>

#include "CSkim.h"

/// The compiler makes of these what the processor it compiles for has: SSE2, AVX2 or AVX-512 on x86-64, NEON on ARM64.
typedef uint8_t block_t __attribute__((ext_vector_type(64)));
typedef bool marks_t __attribute__((ext_vector_type(64)));

/// One bit for each byte of the block that equals `byte`, the first in the lowest bit.
__attribute__((always_inline)) static inline uint64_t equal_bytes(const block_t *block, uint8_t byte) {
  const marks_t marks = __builtin_convertvector(*block == (block_t)byte, marks_t);
  uint64_t bits;
  memcpy(&bits, &marks, sizeof bits);
  return bits;
}

__attribute__((always_inline)) static inline void mark(struct interlude_skim *skim) {
  block_t block;
  size_t word = 0;
  for (; word < skim->count / 64; word++) {
    memcpy(&block, skim->bytes + word * 64, 64);
    skim->breaks[word] = equal_bytes(&block, '\n');
    skim->commas[word] = equal_bytes(&block, ',');
  }
  const size_t rest = skim->count % 64;
  if (rest == 0) return;
  block = (block_t)(uint8_t)0;
  memcpy(&block, skim->bytes + word * 64, rest);
  skim->breaks[word] = equal_bytes(&block, '\n');
  skim->commas[word] = equal_bytes(&block, ',');
}

#if defined(__x86_64__)

__attribute__((target("avx2,bmi"))) static void mark_avx2(struct interlude_skim *skim) { mark(skim); }

void interlude_mark(struct interlude_skim *skim) {
  if (__builtin_cpu_supports("avx2")) {
    mark_avx2(skim);
  } else {
    mark(skim);
  }
}

#else

void interlude_mark(struct interlude_skim *skim) { mark(skim); }

#endif
