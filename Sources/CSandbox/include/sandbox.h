#ifndef INTERLUDE_SANDBOX_H
#define INTERLUDE_SANDBOX_H

#include <stddef.h>

/// Runs the program of this process again with other arguments where it can do no harm: in a mount, network, process and IPC
/// namespace of its own, and without root in a user namespace, too. There every file system is read-only but /dev/shm, which
/// is empty, and no network leads out: there are two, the program's own, and another one that all addresses but its own
/// lead to. `SANDBOX_NETWORK` of the environment holds the handle of the other one; -1 where both are one.
///
/// Whatever runs there ends with this process, however that ends. Call it from the main thread.
///
/// Returns the exit status of that program, 128 and its number for a signal; -1 when there is no such place, and then
/// `problem` says what was refused.
int sandbox_run(char *const argv[], char *problem, size_t size);

#define SANDBOX_NETWORK "INTERLUDE_NETWORK"
/// With this in its environment the program becomes the one its arguments name, run by a user without rights.
#define SANDBOX_SERVER "INTERLUDE_SERVER"

/// Makes an address one of this thread's network; 0, or the error's number.
int sandbox_own(const char *address);

/// Takes this thread to another network, where its sockets are from then on; 0, or the error's number.
int sandbox_join(int network);

/// An empty file system in memory at `path`; 0, or the error's number.
int sandbox_empty(const char *path);

/// Shows `from` at `to`, with everything that is mounted below; 0, or the error's number.
int sandbox_show(const char *from, const char *to);

/// Has the terminal at standard input hand over single keys, without showing them; put right again by the other one and before a
/// signal ends this process. 0, or the error's number.
int sandbox_read_keys(void);
void sandbox_read_lines(void);

/// Seconds since some moment, for measuring.
double sandbox_seconds(void);

#endif
