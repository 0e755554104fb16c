#define _GNU_SOURCE
#include "CDisk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

int interlude_exchange(const char *a, const char *b) {
#if defined(__linux__) && defined(SYS_renameat2)
  // By number, because musl and older glibc have no wrapper. 2 is RENAME_EXCHANGE.
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 2U);
#elif defined(__APPLE__)
  return renamex_np(a, b, RENAME_SWAP);
#else
  (void)a, (void)b;
  errno = ENOSYS;
  return -1;
#endif
}

int interlude_flush(const char *folder) {
#if defined(__linux__)
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return -1;
  int result = syncfs(file), number = errno;
  close(file);
  errno = number;
  return result;
#else
  (void)folder;
  sync();
  return 0;
#endif
}

int interlude_scratch_file(const char *folder) {
#if defined(O_TMPFILE)
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
#endif
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/.interlude-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int named = mkstemp(path);
  if (named < 0) return -1;
  (void)fcntl(named, F_SETFD, FD_CLOEXEC);
  unlink(path);
  return named;
}
