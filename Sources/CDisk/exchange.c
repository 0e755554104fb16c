#define _GNU_SOURCE
#include "CDisk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
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
