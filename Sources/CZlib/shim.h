#ifndef INTERLUDE_CZLIB_SHIM_H
#define INTERLUDE_CZLIB_SHIM_H
#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see.
static inline int interlude_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/// How many bytes `gzip -9` makes of some, header and trailer among them.
static inline unsigned long interlude_gzip_size(const unsigned char *bytes, unsigned count) {
  z_stream stream = {0};
  unsigned char room[4096];
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)bytes;
  stream.avail_in = count;
  do {
    stream.next_out = room;
    stream.avail_out = sizeof room;
  } while (deflate(&stream, Z_FINISH) == Z_OK);
  deflateEnd(&stream);
  return stream.total_out;
}
#endif
