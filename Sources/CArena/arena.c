#include "CArena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct block {
  struct block *below;
  size_t size, used;
  alignas(max_align_t) char bytes[];
};

// In front of every piece stands how long it is.
struct piece {
  alignas(max_align_t) size_t size;
};

enum { block_size = 256 * 1024 };

static _Thread_local struct block *top;
static _Thread_local char *last;

static size_t aligned(size_t size) {
  size_t step = alignof(max_align_t);
  if (size > SIZE_MAX / 2) abort();
  return (size + step - 1) / step * step;
}

static void *take(size_t size) {
  size_t whole = sizeof(struct piece) + aligned(size);
  if (!top || top->size - top->used < whole) {
    size_t room = whole > block_size ? whole : block_size;
    struct block *block = malloc(sizeof(struct block) + room);
    if (!block) abort();
    block->below = top;
    block->size = room;
    block->used = 0;
    top = block;
  }
  struct piece *piece = (struct piece *)(top->bytes + top->used);
  piece->size = size;
  top->used += whole;
  last = (char *)(piece + 1);
  return last;
}

void *interlude_arena_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / 4 / size) abort();
  void *memory = take(count * size);
  return memset(memory, 0, count * size);
}

void *interlude_arena_realloc(void *memory, size_t size) {
  if (!memory) return take(size);
  struct piece *piece = (struct piece *)memory - 1;
  if (size <= piece->size) return memory;
  if (memory == last) {
    // The last piece of a block grows where it is.
    size_t more = aligned(size) - aligned(piece->size);
    if (top->size - top->used >= more) {
      top->used += more;
      piece->size = size;
      return memory;
    }
  }
  return memcpy(take(size), memory, piece->size);
}

void interlude_arena_free(void *memory) {
  // What was given out last can be given out anew; everything else waits for the reset.
  if (!memory || memory != last) return;
  struct piece *piece = (struct piece *)memory - 1;
  top->used -= sizeof(struct piece) + aligned(piece->size);
  last = NULL;
}

void interlude_arena_reset(void) {
  while (top && top->below) {
    struct block *below = top->below;
    free(top);
    top = below;
  }
  if (top) top->used = 0;
  last = NULL;
}
