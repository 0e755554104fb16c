#ifndef INTERLUDE_GRAMS_H
#define INTERLUDE_GRAMS_H

#include "CSkim.h"

/// Never a wrong no.
__attribute__((always_inline)) static inline bool may_hold(const struct interlude_grams *grams, uint64_t gram) {
  const uint64_t hash = interlude_gram_hash(gram);
  const uint64_t word = grams->words[hash >> grams->shift];
  return (word >> (hash >> 44 & 63)) & (word >> (hash >> 38 & 63)) & 1;
}

/// Whether an anchor stands around the gram at `at`.
static bool is_anchor(const struct interlude_grams *grams, const uint8_t *bytes, size_t count, size_t at) {
  const uint64_t gram = interlude_gram(bytes, count, at, grams->width);
  uint64_t slot = interlude_gram_slot(grams, interlude_gram_hash(gram));
  for (; grams->starts[slot] >= 0; slot = (slot + 1) & grams->mask) {
    if (grams->keys[slot] != gram) continue;
    const struct interlude_origin *origin = grams->origins + grams->starts[slot];
    for (; origin->text >= 0; origin++) {
      if (interlude_stands(grams, origin, bytes, count, at)) return true;
    }
    return false;
  }
  return false;
}

/// Which of the eight grams from `bytes` on may be looked for. Without branches, so that the processor asks for all of
/// them at once.
__attribute__((always_inline)) static inline unsigned eight_grams(
    const struct interlude_grams *grams, const uint8_t *bytes) {
  const size_t stride = grams->stride;
  const uint64_t mask = ~UINT64_C(0) >> (64 - 8 * grams->width);
  unsigned found = 0;
  for (unsigned index = 0; index < 8; index++) {
    uint64_t gram;
    memcpy(&gram, bytes + index * stride, sizeof gram);
    found |= (unsigned)may_hold(grams, gram & mask) << index;
  }
  return found;
}

/// What `interlude_first_gram` says.
__attribute__((always_inline)) static inline size_t first_gram(
    const struct interlude_grams *grams, const uint8_t *bytes, size_t count, size_t from, size_t limit) {
  const size_t stride = grams->stride;
  for (; from < limit && from + 7 * stride + sizeof(uint64_t) <= count; from += 8 * stride) {
    for (unsigned found = eight_grams(grams, bytes + from); found != 0; found &= found - 1) {
      const size_t at = from + (size_t)__builtin_ctz(found) * stride;
      if (at >= limit) return limit;
      if (is_anchor(grams, bytes, count, at)) return at;
    }
  }
  for (; from < limit; from += stride) {
    if (may_hold(grams, interlude_gram(bytes, count, from, grams->width)) && is_anchor(grams, bytes, count, from)) {
      return from;
    }
  }
  return limit;
}

#endif
