// Lets one call that touches files below FAULT_ROOT fail: the FAULT_AT-th, with the number FAULT_ERROR (or, as "short", by
// writing half). What failed is written to FAULT_SAID; nothing is written when there were fewer calls. FAULT_TRACE gets a line for
// every call that changes something.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

static int is_below(const char *path) {
  const char *root = getenv("FAULT_ROOT");
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

static int is_path(int folder, const char *path) {
  char name[64], target[4096];
  if (!path) return 0;
  if (path[0] == '/') return is_below(path);
  if (folder == AT_FDCWD) return is_below(getcwd(target, sizeof target));
  snprintf(name, sizeof name, "/proc/self/fd/%d", folder);
  ssize_t size = readlink(name, target, sizeof target - 1);
  if (size < 0) return 0;
  target[size] = 0;
  return is_below(target);
}

static int is_file(int file) { return file > 2 && is_path(file, "."); }

// Where a descriptor leads.
static const char *path_of(int file) {
  static _Thread_local char target[4096];
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t size = readlink(name, target, sizeof target - 1);
  target[size < 0 ? 0 : size] = 0;
  return target;
}

static void note(const char *file_name, const char *call, const char *path, int flags) {
  if (!file_name) return;
  long file = syscall(SYS_openat, AT_FDCWD, file_name, O_WRONLY | O_CREAT | flags, 0644);
  char text[4300];
  int size = snprintf(text, sizeof text, "%s %s\n", call, path ? path : "");
  syscall(SYS_write, file, text, size);
  syscall(SYS_close, file);
}

// 0: goes on; 1: fails, with errno set; 2: is cut short.
static int fault(const char *call, const char *path) {
  const char *at = getenv("FAULT_AT");
  if (!strstr(call, "open") && !strstr(call, "read")) note(getenv("FAULT_TRACE"), call, path, O_APPEND);
  if (!at || atomic_fetch_add(&calls, 1) + 1 != atol(at)) return 0;
  const char *error = getenv("FAULT_ERROR");
  note(getenv("FAULT_SAID"), call, path, O_TRUNC);
  if (strcmp(error, "short") == 0) return 2;
  errno = atoi(error);
  return 1;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = dlsym(RTLD_NEXT, name)

#define PATH_CALL(name, parameters, folder, path, arguments) \
  int name parameters { \
    REAL(int, #name, parameters_of_##name); \
    if (is_path(folder, path) && fault(#name, path) == 1) return -1; \
    return real arguments; \
  }
#define parameters_of_rename const char *, const char *
#define parameters_of_renameat int, const char *, int, const char *
#define parameters_of_renameat2 int, const char *, int, const char *, unsigned
#define parameters_of_mkdir const char *, mode_t
#define parameters_of_mkdirat int, const char *, mode_t
#define parameters_of_unlink const char *
#define parameters_of_unlinkat int, const char *, int
#define parameters_of_rmdir const char *
#define parameters_of_link const char *, const char *
#define parameters_of_linkat int, const char *, int, const char *, int
#define parameters_of_truncate const char *, off_t
PATH_CALL(rename, (const char *a, const char *b), AT_FDCWD, a, (a, b))
PATH_CALL(renameat, (int f, const char *a, int g, const char *b), f, a, (f, a, g, b))
PATH_CALL(renameat2, (int f, const char *a, int g, const char *b, unsigned o), f, a, (f, a, g, b, o))
PATH_CALL(mkdir, (const char *a, mode_t m), AT_FDCWD, a, (a, m))
PATH_CALL(mkdirat, (int f, const char *a, mode_t m), f, a, (f, a, m))
PATH_CALL(unlink, (const char *a), AT_FDCWD, a, (a))
PATH_CALL(unlinkat, (int f, const char *a, int o), f, a, (f, a, o))
PATH_CALL(rmdir, (const char *a), AT_FDCWD, a, (a))
PATH_CALL(link, (const char *a, const char *b), AT_FDCWD, a, (a, b))
PATH_CALL(linkat, (int f, const char *a, int g, const char *b, int o), g, b, (f, a, g, b, o))

#define OPEN_CALL(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more); \
    REAL(int, #name, const char *, int, ...); \
    if (is_path(AT_FDCWD, path) && fault(#name, path) == 1) return -1; \
    return real(path, flags, mode); \
  }
// The exchange of two folders, which has no name in older C libraries.
long syscall(long number, ...) {
  va_list more; va_start(more, number);
  long a = va_arg(more, long), b = va_arg(more, long), c = va_arg(more, long), d = va_arg(more, long), e = va_arg(more, long), f = va_arg(more, long);
  va_end(more);
  static long (*real)(long, ...);
  if (!real) real = dlsym(RTLD_NEXT, "syscall");
  if (number == SYS_renameat2 && is_path((int)a, (const char *)b) && fault("renameat2", (const char *)b) == 1) return -1;
  return real(number, a, b, c, d, e, f);
}

OPEN_CALL(open)
OPEN_CALL(open64)
#define OPENAT_CALL(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more); \
    REAL(int, #name, int, const char *, int, ...); \
    if (is_path(folder, path) && fault(#name, path) == 1) return -1; \
    return real(folder, path, flags, mode); \
  }
OPENAT_CALL(openat)
OPENAT_CALL(openat64)

#define FILE_CALL(type, name, parameters, types, arguments) \
  type name parameters { \
    REAL(type, #name, types); \
    if (is_file(file) && fault(#name, path_of(file)) == 1) return -1; \
    return real arguments; \
  }
#define TYPES(...) __VA_ARGS__
FILE_CALL(int, syncfs, (int file), TYPES(int), (file))
FILE_CALL(int, fsync, (int file), TYPES(int), (file))
FILE_CALL(int, fdatasync, (int file), TYPES(int), (file))
FILE_CALL(int, ftruncate, (int file, off_t size), TYPES(int, off_t), (file, size))
FILE_CALL(int, ftruncate64, (int file, off_t size), TYPES(int, off_t), (file, size))
FILE_CALL(int, fchmod, (int file, mode_t mode), TYPES(int, mode_t), (file, mode))
FILE_CALL(ssize_t, read, (int file, void *data, size_t size), TYPES(int, void *, size_t), (file, data, size))
FILE_CALL(ssize_t, pread, (int file, void *data, size_t size, off_t at), TYPES(int, void *, size_t, off_t), (file, data, size, at))
FILE_CALL(ssize_t, pread64, (int file, void *data, size_t size, off_t at), TYPES(int, void *, size_t, off_t), (file, data, size, at))

// A close that reports a failure has closed all the same.
int close(int file) {
  REAL(int, "close", int);
  int failed = is_file(file) && fault("close", path_of(file)) == 1, number = errno, result = real(file);
  if (failed) { errno = number; return -1; }
  return result;
}

#define WRITE_CALL(name, parameters, types, arguments, halved) \
  ssize_t name parameters { \
    REAL(ssize_t, #name, types); \
    int kind = is_file(file) ? fault(#name, path_of(file)) : 0; \
    if (kind == 1) return -1; \
    return kind == 2 && size > 1 ? real halved : real arguments; \
  }
WRITE_CALL(write, (int file, const void *data, size_t size), TYPES(int, const void *, size_t), (file, data, size), (file, data, size / 2))
WRITE_CALL(pwrite, (int file, const void *data, size_t size, off_t at), TYPES(int, const void *, size_t, off_t), (file, data, size, at), (file, data, size / 2, at))
WRITE_CALL(pwrite64, (int file, const void *data, size_t size, off_t at), TYPES(int, const void *, size_t, off_t), (file, data, size, at), (file, data, size / 2, at))
