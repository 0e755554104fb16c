#include <string.h>

#include "CSkim.h"
#include "grams.h"

/// Where nginx's words begin, behind the time.
static const size_t words_start = 20;

/// The first marked position at or after `from` and before `end`; `end` if there is none.
__attribute__((always_inline)) static inline size_t next_mark(const uint64_t *marks, size_t from, size_t end) {
  if (from >= end) return end;
  size_t word = from / 64;
  uint64_t bits = marks[word] & ~UINT64_C(0) << from % 64;
  while (bits == 0) {
    if (++word * 64 >= end) return end;
    bits = marks[word];
  }
  const size_t found = word * 64 + (size_t)__builtin_ctzll(bits);
  return found < end ? found : end;
}

__attribute__((always_inline)) static inline bool is_nginx(const uint8_t *line, size_t length) {
  return length > 24 && line[4] == '/' && line[7] == '/' && line[20] == '[';
}

/// Commas are rare in nginx's own words.
__attribute__((always_inline)) static inline size_t words_end(const struct interlude_skim *skim, size_t start, size_t end) {
  static const char client[] = ", client: ";
  for (size_t from = start + 24;;) {
    const size_t comma = next_mark(skim->commas, from, end);
    if (comma + sizeof client - 1 > end) return end;
    if (memcmp(skim->bytes + comma, client, sizeof client - 1) == 0) return comma;
    from = comma + 1;
  }
}

__attribute__((always_inline)) static inline bool next_line(
    struct interlude_skim *skim, const struct interlude_grams *grams, size_t shortest, size_t reach,
    struct interlude_line *line) {
  for (;;) {
    const size_t start = skim->next;
    const size_t end = next_mark(skim->breaks, start, skim->count);
    if (end == skim->count) return false;
    skim->next = end + 1;
    skim->lines += 1;
    const size_t length = end - start;
    if (length < shortest) continue;
    line->start = start;
    line->end = end;
    line->is_nginx = is_nginx(skim->bytes + start, length);
    if (!line->is_nginx) return true;
    line->words = words_end(skim, start, end);
    size_t limit = line->words + reach;
    if (limit > end - grams->width + 1) limit = end - grams->width + 1;
    line->gram = first_gram(grams, skim->bytes, skim->count, start + words_start, limit);
    if (line->gram < limit) return true;
  }
}

#if defined(__x86_64__)

/// Shifts by a number that is not known beforehand cost a third with BMI2.
__attribute__((target("bmi,bmi2"))) static bool next_line_bmi2(
    struct interlude_skim *skim, const struct interlude_grams *grams, size_t shortest, size_t reach,
    struct interlude_line *line) {
  return next_line(skim, grams, shortest, reach, line);
}

bool interlude_next_line(
    struct interlude_skim *skim, const struct interlude_grams *grams, size_t shortest, size_t reach,
    struct interlude_line *line) {
  if (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
    return next_line_bmi2(skim, grams, shortest, reach, line);
  }
  return next_line(skim, grams, shortest, reach, line);
}

#else

bool interlude_next_line(
    struct interlude_skim *skim, const struct interlude_grams *grams, size_t shortest, size_t reach,
    struct interlude_line *line) {
  return next_line(skim, grams, shortest, reach, line);
}

#endif

size_t interlude_first_gram(
    const struct interlude_grams *grams, const uint8_t *bytes, size_t count, size_t from, size_t limit) {
  return first_gram(grams, bytes, count, from, limit);
}
