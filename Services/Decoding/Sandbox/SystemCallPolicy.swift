import Glibc

/// The system calls of a confined child of the jail. Any other call fails with ENOSYS, as on an older kernel: libraries
/// then do without.
///
/// The child has its descriptors and its loaded libraries. It reads, answers, allocates memory and runs threads. Poppler
/// opens fonts for reading.
///
/// The policy is applied in two steps, because the kernel translates a program of hundreds of instructions at each
/// installation. The zygote applies it to itself, and so to every child, except for the calls that fork and confine a
/// child. Each child then denies those with a few instructions. The stricter of two verdicts applies.
enum SystemCallPolicy {
    /// The zygote's part. `opensFiles` tells whether another lock restricts the readable files. Without one no file may
    /// be opened: pages then lack fonts that a PDF does not embed.
    static func rules(opensFiles: Bool) -> [SystemCallRule] {
        allowed.map { SystemCallRule($0, .allow) } + conditional + forking + refused
            + deadly.map { SystemCallRule($0, .kill) }
            + ["open": 1, "openat": 2].flatMap { name, flags in
                opensFiles ? openForReading(name, flags: flags) : [SystemCallRule(name, .refuse(errno: EACCES))]
            }
    }

    // MARK: - What only the zygote may, and a child until it is locked in

    /// CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID and CHILD_CLEARTID: how glibc starts a
    /// thread.
    private static let threadFlags: UInt64 = 0x3d_0f00

    /// PR_SET_NAME, for a thread.
    private static let setName: UInt64 = 15

    /// PR_SET_PDEATHSIG, PR_SET_DUMPABLE and PR_SET_NO_NEW_PRIVS.
    private static let lockingIn: [UInt64] = [1, 4, 38]

    private static let forking: [SystemCallRule] =
        [
            "clone", "setpgid", "kill", "wait4", "sendmsg", "recvmsg", "getppid", "dup2", "dup3", "close_range", "prlimit64",
            "landlock_restrict_self", "seccomp",
        ].map { SystemCallRule($0, .allow) }
        + lockingIn.map { SystemCallRule("prctl", .allow, [.equals(argument: 0, $0)]) }
        + [SystemCallRule("fcntl", .allow, [.equals(argument: 1, UInt64(F_DUPFD))])]

    /// The child's part, in addition to the zygote's.
    static let closing: [SystemCallRule] =
        [
            // clone3 has its flags in memory, where they cannot be looked at: it is unknown, and glibc takes clone.
            SystemCallRule("clone", .kill, [.differs(argument: 0, threadFlags)]),
            // `abort`, and nothing to anybody else.
            SystemCallRule("tgkill", .kill, [.differs(argument: 0, UInt64(ownProcess))]),
            SystemCallRule("prctl", .refuse(errno: ENOSYS), [.differs(argument: 0, setName)]),
            SystemCallRule("fcntl", .refuse(errno: ENOSYS), [.equals(argument: 1, UInt64(F_DUPFD))]),
            // Reading a limit of its own is left.
            SystemCallRule("prlimit64", .refuse(errno: ENOSYS), [.differs(argument: 0, 0)]),
            SystemCallRule("prlimit64", .refuse(errno: ENOSYS), [.differs(argument: 2, 0)]),
        ]
        + ["setpgid", "kill", "sendmsg", "recvmsg"].map { SystemCallRule($0, .kill) }
        + ["wait4", "getppid", "dup2", "dup3", "close_range", "landlock_restrict_self", "seccomp"].map {
            SystemCallRule($0, .refuse(errno: ENOSYS))
        }

    /// Stands for the child's own process id, which is not yet known. No flag, errno or request has this value.
    static let ownProcess: UInt32 = 0x5e1f_c0de

    // MARK: - Allowed whatever the arguments

    private static let allowed =
        [
            // Memory; mmap and mprotect are below.
            "brk", "munmap", "mremap", "madvise", "membarrier",
            // Descriptors that it has.
            "read", "readv", "pread64", "preadv", "write", "writev", "lseek", "close", "fstat", "fstatfs", "getdents64",
            "fadvise64", "recvfrom", "poll", "ppoll", "select", "pselect6",
            // Threads.
            "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "getcpu", "exit", "exit_group",
            // Signals that come.
            "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
            // Questions about itself and the time.
            "getpid", "gettid", "getuid", "geteuid", "getgid", "getegid", "uname", "sysinfo", "getrusage", "times", "getrandom",
            "clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep",
            // Whether a file is there, and how old: fontconfig asks that of its folders.
            "stat", "lstat", "newfstatat", "access", "faccessat", "readlink", "readlinkat",
        ]

    // MARK: - Allowed or not by the arguments

    private static let execution = UInt64(PROT_EXEC)

    private static let conditional: [SystemCallRule] =
        [
            SystemCallRule("mmap", .allow, [.bits(argument: 2, mask: execution, value: 0)]),
            // Neither a file nor memory becomes code: all code is there before. (libvips therefore has orc compile nothing.)
            SystemCallRule("mmap", .refuse(errno: EACCES), [.bits(argument: 2, mask: execution, value: execution)]),
            SystemCallRule("mprotect", .allow, [.bits(argument: 2, mask: execution, value: 0)]),
            SystemCallRule("mprotect", .refuse(errno: EACCES), [.bits(argument: 2, mask: execution, value: execution)]),
            // Whose, a child's own part of the policy says.
            SystemCallRule("tgkill", .allow, [.equals(argument: 2, UInt64(SIGABRT))]),
            // The job's socket is connected; a message that names its receiver is for another.
            SystemCallRule("sendto", .allow, [.equals(argument: 4, 0)]),
            SystemCallRule("sendto", .kill, [.differs(argument: 4, 0)]),
            // glibc looks for its name service's daemon; nothing else has a reason.
            SystemCallRule("socket", .refuse(errno: EACCES), [.equals(argument: 0, UInt64(AF_UNIX))]),
            SystemCallRule("socket", .kill, [.differs(argument: 0, UInt64(AF_UNIX))]),
            SystemCallRule("fcntl", .allow, [.equals(argument: 1, UInt64(F_GETFD))]),
            SystemCallRule("fcntl", .allow, [.equals(argument: 1, UInt64(F_SETFD))]),
            SystemCallRule("fcntl", .allow, [.equals(argument: 1, UInt64(F_GETFL))]),
            SystemCallRule("prctl", .allow, [.equals(argument: 0, setName)]),
        ]

    /// Refuses every flag of open(2) that writes, creates or truncates.
    private static func openForReading(_ name: String, flags: UInt32) -> [SystemCallRule] {
        // __O_TMPFILE without O_DIRECTORY, which alone is harmless.
        let writing = [UInt64(O_WRONLY), UInt64(O_RDWR), UInt64(O_CREAT), UInt64(O_TRUNC), 0x40_0000]
        return [SystemCallRule(name, .allow, [.bits(argument: flags, mask: writing.reduce(0, |), value: 0)])]
            + writing.map { SystemCallRule(name, .refuse(errno: EACCES), [.bits(argument: flags, mask: $0, value: $0)]) }
    }

    // MARK: - Refused in a way that libraries understand

    private static let refused: [SystemCallRule] =
        [
            "creat", "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2", "link", "linkat",
            "symlink", "symlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat",
            "truncate", "ftruncate", "fallocate", "utimensat",
        ].map { SystemCallRule($0, .refuse(errno: EACCES)) }
        // Whether a descriptor is a terminal.
        + [SystemCallRule("ioctl", .refuse(errno: ENOTTY))]
        + ["setrlimit", "sched_setaffinity", "sched_setscheduler", "setpriority"].map {
            SystemCallRule($0, .refuse(errno: EPERM))
        }

    // MARK: - Attacks

    private static let deadly =
        [
            // Other programs and processes, and what they hold.
            "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
            "process_mrelease", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "tkill", "rt_sigqueueinfo",
            "rt_tgsigqueueinfo", "setsid",
            // The network, and descriptors that others send.
            "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendmmsg", "recvmmsg",
            // Memory and messages that others share.
            "shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semctl", "mq_open",
            // The kernel's larger doors.
            "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "add_key",
            "request_key", "keyctl", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "iopl",
            "ioperm", "modify_ldt", "personality", "fanotify_init", "reboot", "swapon", "swapoff", "acct", "quotactl", "syslog",
            // Another file tree, and handles that go around this one.
            "mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "move_mount", "open_tree", "fsopen", "fsconfig",
            "fsmount", "fspick", "mount_setattr", "name_to_handle_at", "open_by_handle_at",
            // Another identity.
            "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups", "capset",
        ]
}
