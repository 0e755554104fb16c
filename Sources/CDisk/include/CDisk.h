#ifndef INTERLUDE_CDISK_H
#define INTERLUDE_CDISK_H

/// Lets the entries `a` and `b` change places in one step. Returns 0, or -1 with `errno` set; `ENOSYS` where the system
/// has no such call. See renameat2(2), RENAME_EXCHANGE; on Darwin renamex_np(2), RENAME_SWAP.
int interlude_exchange(const char *a, const char *b);

#endif
