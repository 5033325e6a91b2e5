#define _GNU_SOURCE

#include "CHostileDecoder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum { JOB_SOCKET = 3, FIRST_INPUT = 4 };

// errno of what `syscall` or a function of the kind returned.
static int outcome(long result) { return result < 0 ? errno : 0; }

// MARK: Faults

static int crash(int parent) {
    (void)parent;
    *(volatile int *)(uintptr_t)16 = 1;
    return 0;
}

static int give_up(int parent) {
    (void)parent;
    abort();
}

// Of libseccomp, which the zygote has loaded, and keeps.
extern const void *seccomp_version(void);

static int call_kept_library(int parent) {
    (void)parent;
    return seccomp_version() == NULL;
}

static int hang(int parent) {
    (void)parent;
    for (;;) syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
    return 0;
}

static int spin(int parent) {
    (void)parent;
    for (volatile unsigned long turns = 0;; turns++) {
    }
    return 0;
}

static int take_memory(int parent) {
    (void)parent;
    const size_t part = 64 << 20;
    for (;;) {
        char *memory = malloc(part);
        if (memory == NULL) return errno;
        memset(memory, 1, part);
    }
}

// MARK: Processes and threads

// Not quite without end: where it is not refused, a machine survives it.
static int fork_many(int parent) {
    (void)parent;
    for (int count = 0; count < 100; count++) {
        long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (child < 0) return errno;
        if (child == 0) hang(parent);
    }
    return 0;
}

// A child that would outlive its parent. It holds the input open.
static int leave_a_child(int parent) {
    (void)parent;
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        hang(parent);
    }
    return outcome(child);
}

static int clone_by_structure(int parent) {
    (void)parent;
    struct clone_args arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.exit_signal = SIGCHLD;
    return outcome(syscall(SYS_clone3, &arguments, sizeof arguments));
}

static void *sleep_for_ever(void *nothing) {
    hang(0);
    return nothing;
}

static int thread_many(int parent) {
    (void)parent;
    for (int count = 0; count < 10000; count++) {
        pthread_t thread;
        int error = pthread_create(&thread, NULL, sleep_for_ever, NULL);
        if (error != 0) return error;
    }
    return 0;
}

static int execute(int parent) {
    (void)parent;
    char *const words[] = {"/bin/true", NULL};
    return outcome(syscall(SYS_execve, words[0], words, words + 1));
}

static int execute_descriptor(int parent) {
    (void)parent;
    char *const words[] = {"true", NULL};
    return outcome(syscall(SYS_execveat, 0, "", words, words + 1, AT_EMPTY_PATH));
}

static int leave_the_group(int parent) {
    (void)parent;
    return outcome(syscall(SYS_setsid));
}

// MARK: The parent

static int trace_parent(int parent) { return outcome(syscall(SYS_ptrace, PTRACE_ATTACH, parent, 0, 0)); }

static int read_parent(int parent) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)&docket_hostile_try, 1};
    return outcome(syscall(SYS_process_vm_readv, (long)parent, &here, 1L, &there, 1L, 0L));
}

static int write_parent(int parent) {
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)&docket_hostile_try, 1};
    return outcome(syscall(SYS_process_vm_writev, (long)parent, &here, 1L, &there, 1L, 0L));
}

static int open_of_parent(int parent, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", parent, name);
    return outcome(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY));
}

static int open_parent_memory(int parent) { return open_of_parent(parent, "mem"); }
static int open_parent_environment(int parent) { return open_of_parent(parent, "environ"); }

// Signal 0 hurts nobody, and asks for the same right.
static int signal_parent(int parent) { return outcome(syscall(SYS_kill, parent, 0)); }
static int signal_thread_of_parent(int parent) { return outcome(syscall(SYS_tgkill, parent, parent, 0)); }
static int signal_group(int parent) { return outcome(syscall(SYS_kill, -parent, 0)); }
static int handle_on_parent(int parent) { return outcome(syscall(SYS_pidfd_open, parent, 0)); }

// MARK: Files

static int read_file(int parent) {
    (void)parent;
    return outcome(syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY));
}

// What the zygote or another job left open.
static int use_another_descriptor(int parent) {
    (void)parent;
    struct stat status;
    for (int descriptor = FIRST_INPUT + 1; descriptor < 1024; descriptor++) {
        if (syscall(SYS_fstat, descriptor, &status) == 0) return 0;
    }
    return errno;
}

static int read_folder(int parent) {
    (void)parent;
    return outcome(syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY));
}

static int read_by_structure(int parent) {
    (void)parent;
    uint64_t how[3] = {O_RDONLY, 0, 0};
    return outcome(syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", how, sizeof how));
}

static int write_file(int parent) {
    (void)parent;
    return outcome(syscall(SYS_openat, AT_FDCWD, "/tmp/docket-hostile", O_WRONLY | O_CREAT, 0600));
}

static int write_unnamed_file(int parent) {
    (void)parent;
    return outcome(syscall(SYS_openat, AT_FDCWD, "/tmp", O_RDWR | O_TMPFILE, 0600));
}

static int make_folder(int parent) {
    (void)parent;
    return outcome(syscall(SYS_mkdirat, AT_FDCWD, "/tmp/docket-hostile", 0700));
}

static int remove_file(int parent) {
    (void)parent;
    return outcome(syscall(SYS_unlinkat, AT_FDCWD, "/tmp/docket-hostile", 0));
}

static int memory_file(int parent) {
    (void)parent;
    return outcome(syscall(SYS_memfd_create, "hostile", 0));
}

// MARK: Keys

// How a key begins that a test has planted in the worker.
static const char planted[] = "docket-planted-key";

static int find_key_in_environment(int parent) {
    (void)parent;
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
        if (strstr(*variable, planted) != NULL) return 0;
    }
    return ENOENT;
}

static int find_key_in_descriptors(int parent) {
    (void)parent;
    char bytes[4096];
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        ssize_t count = pread(descriptor, bytes, sizeof bytes, 0);
        if (count > 0 && memmem(bytes, (size_t)count, planted, sizeof planted - 1) != NULL) return 0;
    }
    return ENOENT;
}

// MARK: Network

static int internet_socket(int parent) {
    (void)parent;
    return outcome(syscall(SYS_socket, AF_INET, SOCK_STREAM, 0));
}

static int connect_out(int parent) {
    (void)parent;
    long descriptor = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    return outcome(syscall(SYS_connect, descriptor, &address, sizeof address));
}

static int netlink_socket(int parent) {
    (void)parent;
    return outcome(syscall(SYS_socket, AF_NETLINK, SOCK_RAW, 0));
}

static int local_socket(int parent) {
    (void)parent;
    return outcome(syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
}

static int send_elsewhere(int parent) {
    (void)parent;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/hostile"};
    return outcome(syscall(SYS_sendto, JOB_SOCKET, "x", 1, MSG_NOSIGNAL, &address, sizeof address));
}

static int send_descriptor(int parent) {
    (void)parent;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    return outcome(syscall(SYS_sendmsg, JOB_SOCKET, &message, 0));
}

// MARK: The kernel

static int make_ring(int parent) {
    (void)parent;
    struct io_uring_params parameters;
    memset(&parameters, 0, sizeof parameters);
    return outcome(syscall(SYS_io_uring_setup, 1, &parameters));
}

static int load_program(int parent) {
    (void)parent;
    char attributes[64];
    memset(attributes, 0, sizeof attributes);
    return outcome(syscall(SYS_bpf, 0, attributes, sizeof attributes));
}

static int leave_namespaces(int parent) {
    (void)parent;
    return outcome(syscall(SYS_unshare, CLONE_NEWUSER));
}

static int mount_something(int parent) {
    (void)parent;
    return outcome(syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
}

static int file_as_code(int parent) {
    (void)parent;
    return outcome(syscall(SYS_mmap, NULL, 4096L, (long)(PROT_READ | PROT_EXEC), (long)MAP_PRIVATE, (long)FIRST_INPUT, 0L));
}

static int shared_code(int parent) {
    (void)parent;
    long rights = PROT_READ | PROT_WRITE | PROT_EXEC, kind = MAP_SHARED | MAP_ANONYMOUS;
    return outcome(syscall(SYS_mmap, NULL, 4096L, rights, kind, -1L, 0L));
}

static int new_code(int parent) {
    (void)parent;
    long rights = PROT_READ | PROT_WRITE | PROT_EXEC, kind = MAP_PRIVATE | MAP_ANONYMOUS;
    return outcome(syscall(SYS_mmap, NULL, 4096L, rights, kind, -1L, 0L));
}

static int data_as_code(int parent) {
    (void)parent;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -1;
    return outcome(syscall(SYS_mprotect, memory, 4096L, (long)(PROT_READ | PROT_EXEC)));
}

static int be_looked_at(int parent) {
    (void)parent;
    return outcome(syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0));
}

static int raise_limit(int parent) {
    (void)parent;
    struct rlimit limit = {1 << 20, 1 << 20};
    return outcome(syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, &limit, NULL));
}

static int unknown_call(int parent) {
    (void)parent;
    return outcome(syscall(1000));
}

static int other_architecture(int parent) {
    (void)parent;
#if defined(__x86_64__)
    // getpid by the numbers of 32-bit programs.
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result < 0 ? (int)-result : 0;
#else
    return -1;
#endif
}

static int other_numbers(int parent) {
    (void)parent;
#if defined(__x86_64__)
    // getpid by the numbers of x32.
    return outcome(syscall(0x40000000 | SYS_getpid));
#else
    return -1;
#endif
}

struct attack {
    const char *name;
    int (*attempt)(int parent);
};

static const struct attack attacks[] = {
    {"crash", crash},
    {"call a library that is kept", call_kept_library},
    {"abort", give_up},
    {"hang", hang},
    {"spin", spin},
    {"take memory", take_memory},
    {"fork many", fork_many},
    {"leave a child", leave_a_child},
    {"clone by structure", clone_by_structure},
    {"start many threads", thread_many},
    {"execute", execute},
    {"execute a descriptor", execute_descriptor},
    {"leave the group", leave_the_group},
    {"trace the parent", trace_parent},
    {"read the parent", read_parent},
    {"write the parent", write_parent},
    {"open the parent's memory", open_parent_memory},
    {"open the parent's environment", open_parent_environment},
    {"signal the parent", signal_parent},
    {"signal a thread of the parent", signal_thread_of_parent},
    {"signal a group", signal_group},
    {"get a handle on the parent", handle_on_parent},
    {"read a file", read_file},
    {"use another descriptor", use_another_descriptor},
    {"read a folder", read_folder},
    {"read a file by structure", read_by_structure},
    {"write a file", write_file},
    {"write an unnamed file", write_unnamed_file},
    {"make a folder", make_folder},
    {"remove a file", remove_file},
    {"make a file in memory", memory_file},
    {"find a key in its environment", find_key_in_environment},
    {"find a key in its descriptors", find_key_in_descriptors},
    {"make an internet socket", internet_socket},
    {"connect", connect_out},
    {"make a netlink socket", netlink_socket},
    {"make a local socket", local_socket},
    {"send elsewhere", send_elsewhere},
    {"send a descriptor", send_descriptor},
    {"make a ring", make_ring},
    {"load a program", load_program},
    {"leave the namespaces", leave_namespaces},
    {"mount", mount_something},
    {"run a file", file_as_code},
    {"share code", shared_code},
    {"make code", new_code},
    {"run data", data_as_code},
    {"be looked at", be_looked_at},
    {"raise a limit", raise_limit},
    {"make an unknown call", unknown_call},
    {"call as another architecture", other_architecture},
    {"call by other numbers", other_numbers},
};

int docket_hostile_try(const char *attack, int parent) {
    for (size_t index = 0; index < sizeof attacks / sizeof attacks[0]; index++) {
        if (strcmp(attacks[index].name, attack) == 0) return attacks[index].attempt(parent);
    }
    return -1;
}
