#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "sandbox.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static struct termios terminal;
static volatile sig_atomic_t terminal_is_changed;

void sandbox_read_lines(void) {
  if (!terminal_is_changed) return;
  terminal_is_changed = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
}

/* The signal's own action is in force again by then. */
static void end_by_signal(int number) {
  sandbox_read_lines();
  raise(number);
}

int sandbox_read_keys(void) {
  if (tcgetattr(STDIN_FILENO, &terminal) != 0) return errno;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end_by_signal;
  action.sa_flags = (int)SA_RESETHAND;
  /* Putting the terminal right from the background would stop this process. */
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (unsigned i = 0; i < sizeof ending / sizeof *ending; i++) sigaction(ending[i], &action, NULL);
  struct termios keys = terminal;
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  terminal_is_changed = 1;
  if (tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0) return 0;
  terminal_is_changed = 0;
  return errno;
}

double sandbox_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#ifdef __linux__

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

/* mount_setattr(2), of Linux 5.12; older headers lack it. */
struct mount_attributes {
  unsigned long long attr_set, attr_clr, propagation, userns_fd;
};
#define SETATTR_CALL 442
#define SETATTR_READ_ONLY 1ULL
#define SETATTR_RECURSIVE 0x8000

int sandbox_empty(const char *path) {
  return mount("interlude", path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755") == 0 ? 0 : errno;
}

int sandbox_show(const char *from, const char *to) {
  return mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0 ? 0 : errno;
}

static void put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t done = write(file, text, strlen(text));
  (void)done;
  close(file);
}

/* Tells the process outside what was refused, and ends. */
static void refuse(int out, const char *what) {
  char text[256];
  int length = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
  ssize_t done = write(out, text, length > 0 ? (size_t)length : 0);
  (void)done;
  _exit(127);
}

/* `ip link set NAME up`. */
static int raise_interface(const char *name) {
  int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return -1;
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  int result = ioctl(handle, SIOCSIFFLAGS, &request);
  close(handle);
  return result;
}

/* A request to the kernel about its network, put together piece by piece (rtnetlink(7)). */
struct message {
  struct nlmsghdr head;
  char body[512];
};

static void *add_body(struct message *message, size_t size) {
  void *place = (char *)message + NLMSG_ALIGN(message->head.nlmsg_len);
  message->head.nlmsg_len = NLMSG_ALIGN(message->head.nlmsg_len) + (unsigned)size;
  return place;
}

static struct rtattr *add_attribute(struct message *message, unsigned short kind, const void *value, size_t size) {
  struct rtattr *attribute = add_body(message, RTA_LENGTH(size));
  attribute->rta_type = kind;
  attribute->rta_len = (unsigned short)RTA_LENGTH(size);
  if (size > 0 && value) memcpy(RTA_DATA(attribute), value, size);
  return attribute;
}

/* What was added since is inside. */
static void close_attribute(struct message *message, struct rtattr *attribute) {
  attribute->rta_len = (unsigned short)((char *)message + NLMSG_ALIGN(message->head.nlmsg_len) - (char *)attribute);
}

static struct message request(unsigned short kind, unsigned short flags) {
  struct message message;
  memset(&message, 0, sizeof message);
  message.head.nlmsg_len = NLMSG_HDRLEN;
  message.head.nlmsg_type = kind;
  message.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
  return message;
}

static int ask(struct message *message) {
  int handle = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (handle < 0) return -1;
  char answer[1024];
  int result = -1;
  if (send(handle, message, message->head.nlmsg_len, 0) > 0 && recv(handle, answer, sizeof answer, 0) > 0) {
    struct nlmsghdr *head = (struct nlmsghdr *)answer;
    struct nlmsgerr *error = NLMSG_DATA(head);
    errno = head->nlmsg_type == NLMSG_ERROR ? -error->error : EPROTO;
    result = errno == 0 ? 0 : -1;
  }
  close(handle);
  return result;
}

/* `ip route add [local] ADDRESS/BITS dev DEVICE [table local]`; no address stands for all of the family. */
static int add_route(int family, const void *address, unsigned bits, const char *device, int is_local, int table) {
  struct message message = request(RTM_NEWROUTE, NLM_F_CREATE);
  struct rtmsg *route = add_body(&message, sizeof *route);
  route->rtm_family = (unsigned char)family;
  route->rtm_dst_len = (unsigned char)bits;
  route->rtm_table = (unsigned char)table;
  route->rtm_protocol = RTPROT_STATIC;
  route->rtm_scope = is_local ? RT_SCOPE_HOST : RT_SCOPE_LINK;
  route->rtm_type = is_local ? RTN_LOCAL : RTN_UNICAST;
  if (address) add_attribute(&message, RTA_DST, address, bits / 8);
  unsigned index = if_nametoindex(device);
  add_attribute(&message, RTA_OIF, &index, sizeof index);
  return ask(&message);
}

static int own_every_address(int family) { return add_route(family, NULL, 0, "lo", 1, RT_TABLE_LOCAL); }

int sandbox_own(const char *address) {
  unsigned char bytes[16];
  if (inet_pton(AF_INET, address, bytes) == 1)
    return add_route(AF_INET, bytes, 32, "lo", 1, RT_TABLE_LOCAL) == 0 ? 0 : errno;
  if (inet_pton(AF_INET6, address, bytes) == 1)
    return add_route(AF_INET6, bytes, 128, "lo", 1, RT_TABLE_LOCAL) == 0 ? 0 : errno;
  return EINVAL;
}

/* Of the two ends of the line between the proxy and everybody else; 100.64.0.0/10 is nobody's (RFC 6598). */
#define NEAR_END "interlude0"
#define FAR_END "interlude1"
static const unsigned char near_address[4] = {100, 127, 255, 1};
static const unsigned char near_address6[16] = {0xfd, 0x69, 0x6e, 0x74, 0x65, 0x72, 0x6c, 0x75, 0, 0, 0, 0, 0, 0, 0, 1};

/* `ip link add interlude0 type veth peer name interlude1 netns …` */
static int lay_line(int far_network) {
  struct message message = request(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL);
  add_body(&message, sizeof(struct ifinfomsg));
  add_attribute(&message, IFLA_IFNAME, NEAR_END, sizeof NEAR_END);
  struct rtattr *info = add_attribute(&message, IFLA_LINKINFO, NULL, 0);
  add_attribute(&message, IFLA_INFO_KIND, "veth", 4);
  struct rtattr *data = add_attribute(&message, IFLA_INFO_DATA, NULL, 0);
  struct rtattr *peer = add_attribute(&message, VETH_INFO_PEER, NULL, 0);
  add_body(&message, sizeof(struct ifinfomsg));
  add_attribute(&message, IFLA_IFNAME, FAR_END, sizeof FAR_END);
  add_attribute(&message, IFLA_NET_NS_FD, &far_network, sizeof far_network);
  close_attribute(&message, peer);
  close_attribute(&message, data);
  close_attribute(&message, info);
  return ask(&message);
}

static int add_address(int family, const void *address, unsigned char bits, const char *device) {
  struct message message = request(RTM_NEWADDR, NLM_F_CREATE);
  struct ifaddrmsg *body = add_body(&message, sizeof *body);
  body->ifa_family = (unsigned char)family;
  body->ifa_prefixlen = bits;
  body->ifa_flags = IFA_F_NODAD;
  body->ifa_index = if_nametoindex(device);
  add_attribute(&message, IFA_LOCAL, address, bits / 8);
  add_attribute(&message, IFA_ADDRESS, address, bits / 8);
  return ask(&message);
}

static void loosen(void) {
  put("/proc/sys/net/ipv6/ip_nonlocal_bind", "1");
  put("/proc/sys/net/ipv4/ip_nonlocal_bind", "1");
  put("/proc/sys/net/ipv4/ip_unprivileged_port_start", "0");
  put("/proc/sys/net/ipv4/conf/all/rp_filter", "0");
  put("/proc/sys/net/ipv4/conf/default/rp_filter", "0");
}

/* Two networks: everybody else's, in which every address is at home, and the proxy's, from which all but its own addresses
   lead there. What has the same port on the proxy and elsewhere so does not meet. Returns the handle of the first, which
   whoever plays the upstreams enters; -1 where there is only one network. */
static int build_networks(int out) {
  if (raise_interface("lo") != 0) refuse(out, "bringing up the loopback interface");
  if (own_every_address(AF_INET) != 0) refuse(out, "taking every address");
  own_every_address(AF_INET6);
  loosen();
  int far_network = open("/proc/self/ns/net", O_RDONLY);
  if (far_network < 0 || unshare(CLONE_NEWNET) != 0) return -1;
  if (raise_interface("lo") != 0) refuse(out, "bringing up the loopback interface");
  loosen();
  int near_network = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  int is_laid = lay_line(far_network) == 0 && add_address(AF_INET, near_address, 32, NEAR_END) == 0
    && raise_interface(NEAR_END) == 0;
  if (is_laid) add_address(AF_INET6, near_address6, 128, NEAR_END);
  if (is_laid && setns(far_network, CLONE_NEWNET) == 0) {
    is_laid = raise_interface(FAR_END) == 0 && add_route(AF_INET, near_address, 32, FAR_END, 0, RT_TABLE_LOCAL) == 0;
    add_route(AF_INET6, near_address6, 128, FAR_END, 0, RT_TABLE_LOCAL);
    if (setns(near_network, CLONE_NEWNET) != 0) refuse(out, "going back to the proxy's network");
  }
  if (is_laid && add_route(AF_INET, NULL, 0, NEAR_END, 0, RT_TABLE_MAIN) == 0) {
    add_route(AF_INET6, NULL, 0, NEAR_END, 0, RT_TABLE_MAIN);
    close(near_network);
    return far_network;
  }
  /* Without such a line everybody shares the first network. */
  if (setns(far_network, CLONE_NEWNET) != 0) refuse(out, "going back to the first network");
  close(near_network);
  close(far_network);
  return -1;
}

int sandbox_join(int network) { return setns(network, CLONE_NEWNET) == 0 ? 0 : errno; }

/* The first process of the new place: makes it what it is to be, and becomes the program. */
static void begin(int program, char *const argv[], int out, int life) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct pollfd watch = {life, POLLIN, 0};
  if (poll(&watch, 1, 0) > 0) _exit(127);
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) refuse(out, "keeping mounts private");
  /* Without a /proc of its own the place still works; containers often forbid it. */
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  char network[16];
  snprintf(network, sizeof network, "%d", build_networks(out));
  setenv(SANDBOX_NETWORK, network, 1);
  struct mount_attributes read_only = {SETATTR_READ_ONLY, 0, 0, 0};
  if (syscall(SETATTR_CALL, -1, "/", SETATTR_RECURSIVE, &read_only, sizeof read_only) != 0)
    refuse(out, "making file systems read-only (Linux 5.12 can)");
  if (mount("interlude", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") != 0)
    refuse(out, "an empty file system at /dev/shm");
  fcntl(out, F_SETFD, FD_CLOEXEC);
  fexecve(program, argv, environ);
  refuse(out, "starting the program again");
}

static void enter(int program, char *const argv[], int out, int life, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  int flags = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC;
  if (geteuid() != 0 || unshare(flags) != 0) {
    char users[64], groups[64];
    snprintf(users, sizeof users, "0 %u 1", geteuid());
    snprintf(groups, sizeof groups, "0 %u 1", getegid());
    if (unshare(flags | CLONE_NEWUSER) != 0) refuse(out, "a user namespace");
    put("/proc/self/setgroups", "deny");
    put("/proc/self/uid_map", users);
    put("/proc/self/gid_map", groups);
    if (geteuid() != 0) refuse(out, "being root in a user namespace");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  pid_t first = fork();
  if (first < 0) refuse(out, "a process namespace");
  if (first == 0) begin(program, argv, out, life);
  close(out);
  int status = 0;
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int sandbox_run(char *const argv[], char *problem, size_t size) {
  problem[0] = 0;
  int program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  int out[2], life[2];
  if (program < 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(life, O_CLOEXEC) != 0) {
    snprintf(problem, size, "starting the program again: %s", strerror(errno));
    return -1;
  }
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    close(life[1]);
    enter(program, argv, out[1], life[0], parent);
  }
  close(program);
  close(out[1]);
  close(life[0]);
  if (child < 0) {
    snprintf(problem, size, "a process: %s", strerror(errno));
    close(out[0]);
    close(life[1]);
    return -1;
  }
  size_t length = 0;
  while (length + 1 < size) {
    ssize_t count = read(out[0], problem + length, size - length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    length += (size_t)count;
  }
  problem[length] = 0;
  close(out[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  close(life[1]);
  if (length > 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Starts a server as somebody who is not root, for places where root is the only user: servers would otherwise change to a
   user that is not there. It runs before anything else of the program, because only a process with one thread may enter a
   user namespace; the C library hands constructors what it hands to main. */
__attribute__((constructor)) static void become_server(int count, char **arguments) {
  if (!getenv(SANDBOX_SERVER) || count < 2) return;
  unsetenv(SANDBOX_SERVER);
  if (unshare(CLONE_NEWUSER) == 0) {
    put("/proc/self/setgroups", "deny");
    put("/proc/self/uid_map", "1000 0 1");
    put("/proc/self/gid_map", "1000 0 1");
  }
  execv(arguments[1], arguments + 1);
  _exit(127);
}

#else

int sandbox_run(char *const argv[], char *problem, size_t size) {
  strncpy(problem, "namespaces, which only Linux has", size - 1);
  return -1;
}

int sandbox_empty(const char *path) { return ENOSYS; }
int sandbox_show(const char *from, const char *to) { return ENOSYS; }
int sandbox_own(const char *address) { return ENOSYS; }
int sandbox_join(int network) { return ENOSYS; }

#endif
