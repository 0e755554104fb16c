#ifndef INTERLUDE_CDISK_H
#define INTERLUDE_CDISK_H

/// Lets the entries `a` and `b` change places in one step. Returns 0, or -1 with `errno` set; `ENOSYS` where the system
/// has no such call. See renameat2(2), RENAME_EXCHANGE; on Darwin renamex_np(2), RENAME_SWAP.
int interlude_exchange(const char *a, const char *b);

/// Waits until all that was written to the file system of `folder` is on the disk. Returns 0, or -1 with `errno` set; `ENOSYS`
/// where the system has no such call. See syncfs(2); on Darwin sync(2), which waits for nothing.
int interlude_flush(const char *folder);

/// Opens a new file without a name in `folder`, to be written and read. Returns its descriptor, or -1 with `errno` set.
/// See open(2), O_TMPFILE; elsewhere mkstemp(3), and the name is removed at once.
int interlude_scratch_file(const char *folder);

#endif
