#ifndef INTERLUDE_CSKIM_H
#define INTERLUDE_CSKIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Where a gram comes from: a text, and the gram's offset in its bytes.
struct interlude_origin {
  /// The text's number; -1 ends the list of a gram's origins.
  int32_t text;
  int32_t offset;
  /// How far the gram is behind the first byte of its piece.
  int32_t lead;
  /// How far the gram is behind the first byte of its text's anchor.
  int32_t back;
};

/// Groups of four to eight bytes ("grams") that occur in what is looked for.
struct interlude_grams {
  /// A Bloom filter whose two bits lie in one word (Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom
  /// Filters", 2007): one load for each question, and small enough to stay in the first-level cache.
  const uint64_t *words;
  /// The upper bits of a hash that are not the number of a word: 64 less the logarithm of the number of words.
  uint32_t shift;
  /// From one gram looked at to the next, in bytes.
  uint32_t stride;
  /// How many bytes a gram has.
  uint32_t width;
  /// How many bytes an anchor has, and the anchors of all texts, one after the other.
  uint32_t length;
  const uint8_t *anchors;
  /// An open hash table of `mask + 1` slots: grams, and where in `origins` theirs start, -1 for an empty slot.
  uint64_t mask;
  const uint64_t *keys;
  const int32_t *starts;
  const struct interlude_origin *origins;
};

/// Knuth's multiplicative hashing; the upper half depends on every bit of the gram.
static inline uint64_t interlude_gram_hash(uint64_t gram) { return gram * UINT64_C(0x9E3779B97F4A7C15); }

/// The bits of its word that stand for a gram.
static inline uint64_t interlude_gram_bits(uint64_t hash) {
  return UINT64_C(1) << (hash >> 44 & 63) | UINT64_C(1) << (hash >> 38 & 63);
}

/// The slot where the search for a gram starts.
static inline uint64_t interlude_gram_slot(const struct interlude_grams *grams, uint64_t hash) {
  return hash >> 20 & grams->mask;
}

/// The gram at `at`, which must end before `count`, its first byte lowest.
static inline uint64_t interlude_gram(const uint8_t *bytes, size_t count, size_t at, uint32_t width) {
  uint64_t gram = 0;
  if (at + sizeof gram <= count) {
    memcpy(&gram, bytes + at, sizeof gram);
    return gram & ~UINT64_C(0) >> (64 - 8 * width);
  }
  memcpy(&gram, bytes + at, width);
  return gram;
}

/// Whether the anchor of `origin`, a gram of which stands at `at`, stands around it.
static inline bool interlude_stands(
    const struct interlude_grams *grams, const struct interlude_origin *origin, const uint8_t *bytes, size_t count,
    size_t at) {
  const size_t back = (size_t)origin->back;
  const size_t length = grams->length;
  if (at < back || at - back + length > count) return false;
  return memcmp(bytes + at - back, grams->anchors + (size_t)origin->text * length, length) == 0;
}

/// The first position from `from` on, in steps of the stride and before `limit`, around which an anchor stands; `limit`
/// if there is none. Every gram before `limit` must end before `count`.
size_t interlude_first_gram(
    const struct interlude_grams *grams, const uint8_t *bytes, size_t count, size_t from, size_t limit);

/// A block of a log that is skimmed line by line. All positions are offsets into the block.
struct interlude_skim {
  const uint8_t *bytes;
  size_t count;
  /// Where the next line begins; at the end of the skim the line that the block does not end.
  size_t next;
  /// Lines that are over.
  size_t lines;
  /// One bit for each byte, rounded up to whole words: line feeds, and commas.
  uint64_t *breaks;
  uint64_t *commas;
};

/// A line at which a skim stops.
struct interlude_line {
  size_t start;
  /// Its line feed.
  size_t end;
  /// It has the shape of nginx's error log, and what follows is filled.
  bool is_nginx;
  /// Where nginx's own words end: at `, client: `, or at `end`.
  size_t words;
  /// The first position looked at around which an anchor stands.
  size_t gram;
};

/// Marks the line feeds and commas of the block, so that `interlude_next_line` can begin at `skim->next`.
void interlude_mark(struct interlude_skim *skim);

/// The next line that is not passed over; false when the block has no more that end in it.
///
/// A line is passed over when it is shorter than `shortest`, or when it has the shape of nginx's error log
/// (`2026/11/22 07:41:00 [error] …`, `ngx_log_error_core`) and no anchor stands around a gram in nginx's own words or
/// in the `reach` bytes behind them.
bool interlude_next_line(
    struct interlude_skim *skim, const struct interlude_grams *grams, size_t shortest, size_t reach,
    struct interlude_line *line);

#endif
