import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Telemetry
import Testing

/// Children of a zygote that is locked in as the real one is, by the same code, and that really try.
@Suite(.timeLimit(.minutes(2)))
struct BreakoutTests {
    /// Runs `body` with a jail around a hostile decoder, started by a name that tells which locks it does without.
    private func withHostileJail<Result: Sendable>(
        without locks: [JailLock] = [], requiring required: Set<JailLock> = [], deadline: Duration = .seconds(20),
        limits: JobLimits = JobLimits(), environment: [String: String] = [:],
        _ body: (Jail, EventLoopGroup) async throws -> Result
    ) async throws -> Result {
        let program = "\(ChildProcess.currentExecutableDirectory ?? ".")/HostileDecoder"
        let link = "/tmp/docket-\(UInt64.random(in: 0...UInt64.max))" + locks.map { "+\($0.rawValue)" }.joined()
        guard symlink(program, link) == 0 else { throw Tool.Failed(description: "symlink: errno \(errno)") }
        defer { unlink(link) }
        let configuration = JailConfiguration(
            decoderPath: link, stepDeadline: deadline, limits: limits, requiredLocks: required, environment: environment)
        return try await withJail(configuration, body)
    }

    /// What the jail says became of an attack; nil for one that got somewhere.
    private func outcome(of attack: String, in jail: Jail) async -> JailError? {
        do {
            _ = try await jail.inspect(.bytes(Array(attack.utf8)))
            return nil
        } catch {
            return error
        }
    }

    private func refused(_ errno: CInt) -> JailError {
        .refused(.damaged(detail: String(cString: strerror(errno))))
    }

    private var worked: JailError { .refused(.damaged(detail: "it worked")) }

    /// The child was killed for what it tried, and its file is told from one that can be read.
    private let forbidden = JailError.refused(.damaged(detail: JailError.forbidden.detail))

    // MARK: - With what every host has

    @Test(arguments: [
        "fork many", "execute", "execute a descriptor", "leave the group", "trace the parent", "read the parent",
        "write the parent", "signal the parent", "signal a thread of the parent", "signal a group", "get a handle on the parent",
        "make an internet socket", "connect", "make a netlink socket", "send elsewhere", "send a descriptor", "make a ring",
        "load a program", "leave the namespaces", "mount", "call as another architecture",
    ])
    func anAttackIsTheEndOfTheChild(attack: String) async throws {
        try await withHostileJail { jail, _ in
            let zygote = await jail.zygoteProcessID
            let outcome = await outcome(of: attack, in: jail)
            #if !arch(x86_64)
                if outcome == .refused(.damaged(detail: "not tried")) { return }
            #endif
            #expect(outcome == forbidden)
            // Nobody else is hurt.
            #expect(await self.outcome(of: "read a file", in: jail) == refused(EACCES))
            #expect(await jail.zygoteProcessID == zygote)
        }
    }

    @Test(
        arguments: [
            ("use another descriptor", EBADF), ("read a file", EACCES), ("read a folder", EACCES),
            ("open the parent's memory", EACCES),
            ("open the parent's environment", EACCES), ("write a file", EACCES), ("write an unnamed file", EACCES),
            ("make a folder", EACCES), ("remove a file", EACCES), ("run a file", EACCES), ("share code", EACCES),
            ("make code", EACCES), ("run data", EACCES),
            ("make a local socket", EACCES),
            ("read a file by structure", ENOSYS), ("make a file in memory", ENOSYS), ("clone by structure", ENOSYS),
            ("be looked at", ENOSYS), ("raise a limit", ENOSYS), ("make an unknown call", ENOSYS),
        ] as [(String, CInt)])
    func whatLibrariesMayTryIsRefused(attack: String, errno: CInt) async throws {
        try await withHostileJail { jail, _ in
            #expect(await outcome(of: attack, in: jail) == refused(errno))
        }
    }

    #if arch(x86_64)
        /// x32's numbers are those of another architecture.
        @Test func otherNumbersAreTheEndOfTheChild() async throws {
            try await withHostileJail { jail, _ in
                #expect(await outcome(of: "call by other numbers", in: jail) == forbidden)
            }
        }
    #endif

    // MARK: - Keys

    /// A child looks for it itself, for nobody may look into one. The process is a test's own, for it changes its environment.
    @Test func noKeyOfTheWorkerIsInAChildsEnvironmentNorBehindItsDescriptors() async throws {
        await #expect(processExitsWith: .success) { try await BreakoutTests().lookForKey() }
    }

    private func lookForKey() async throws {
        let key = try PlantedKey()
        let (environment, descriptors) = ("find a key in its environment", "find a key in its descriptors")
        for locks in [[], [JailLock.seccomp, .namespaces, .landlock]] {
            try await withHostileJail(without: locks) { jail, _ in
                for attack in [environment, descriptors] {
                    #expect(await outcome(of: attack, in: jail) == refused(ENOENT), "\(attack)")
                }
                // Where there is one, it is found.
                #expect(await outcome(of: "\(descriptors)\0\(key.text)", in: jail) == worked)
            }
        }
        try await withHostileJail(environment: ["DOCKET_SEALING_KEYS": key.text]) { jail, _ in
            #expect(await outcome(of: environment, in: jail) == worked)
        }
    }

    // MARK: - Faults

    @Test func aCrashIsReportedAsOne() async throws {
        try await withHostileJail { jail, _ in
            #expect(await outcome(of: "crash", in: jail) == .refused(.damaged(detail: "ended by signal \(SIGSEGV)")))
            #expect(await outcome(of: "abort", in: jail) == .refused(.damaged(detail: "ended by signal \(SIGABRT)")))
        }
    }

    /// The zygote calls it before, to make the filter of system calls.
    @Test func aLibraryThatTheZygoteKeepsIsNotThere() async throws {
        try await withHostileJail { jail, _ in
            let end = await outcome(of: "call a library that is kept", in: jail)
            #expect(end == .refused(.damaged(detail: "ended by signal \(SIGSEGV)")))
        }
    }

    @Test func aHangEndsAtTheDeadline() async throws {
        try await withHostileJail(deadline: .milliseconds(200)) { jail, _ in
            #expect(await outcome(of: "hang", in: jail) == .refused(.tooCostly))
        }
    }

    /// A child that gives a sign now and then, so that no step takes too long.
    @Test func dripsEnd() async throws {
        try await withHostileJail(deadline: .milliseconds(500), limits: JobLimits(cpuSeconds: 1)) { jail, _ in
            await #expect(throws: JailError.refused(.tooCostly)) { try await jail.redraw(.bytes(Array("drip".utf8))) }
            let nothing = await #expect(throws: JailError.self) { try await jail.redraw(.bytes(Array("drip nothing".utf8))) }
            #expect(nothing?.refusal?.code == "damaged")
            #expect(await outcome(of: "read a file", in: jail) == refused(EACCES))
        }
    }

    @Test func endlessWorkEndsWithItsProcessorTime() async throws {
        try await withHostileJail(limits: JobLimits(cpuSeconds: 1)) { jail, _ in
            #expect(await outcome(of: "spin", in: jail) == .refused(.tooCostly))
        }
    }

    @Test func memoryAndThreadsEndAtTheLimit() async throws {
        try await withHostileJail(limits: JobLimits(addressSpace: 512 << 20)) { jail, _ in
            #expect(await outcome(of: "take memory", in: jail) == refused(ENOMEM))
            #expect(await outcome(of: "start many threads", in: jail) == refused(EAGAIN))
        }
    }

    /// Even where no filter keeps it from being made.
    @Test(arguments: [[JailLock.seccomp], [.seccomp, .namespaces]])
    func nothingOutlivesItsJob(without locks: [JailLock]) async throws {
        try await withHostileJail(without: locks) { jail, group in
            var ends: [CInt] = [-1, -1]
            guard pipe(&ends) == 0 else { throw Tool.Failed(description: "pipe: errno \(errno)") }
            defer { close(ends[1]) }
            let attack = Array("leave a child".utf8)
            try #require(write(ends[1], attack, attack.count) == attack.count)
            let outcome = await #expect(throws: JailError.self) { _ = try await jail.inspect(.descriptor(ends[0])) }
            #expect(outcome == .refused(.damaged(detail: "it worked")))
            close(ends[0])
            // A pipe that nobody can read from any more: whoever held it is gone.
            var pipe = pollfd(fd: ends[1], events: 0, revents: 0)
            while poll(&pipe, 1, -1) < 0 { try #require(errno == EINTR) }
            #expect(pipe.revents & Int16(POLLERR) != 0)
        }
    }

    // MARK: - On hosts with less

    @Test func withoutLandlockNoFileIsOpenedAtAll() async throws {
        try await withHostileJail(without: [.landlock]) { jail, _ in
            #expect(await jail.locks?.isWeak == true)
            guard case .weak = await jail.condition else {
                Issue.record("\(await jail.condition)")
                return
            }
            #expect(await outcome(of: "read a file", in: jail) == refused(EACCES))
            #expect(await outcome(of: "open the parent's memory", in: jail) == refused(EACCES))
            #expect(await outcome(of: "connect", in: jail) == forbidden)
        }
    }

    /// What Landlock alone denies, on kernels that have its newer parts.
    @Test func withoutSeccompFilesAndProcessesAreStillOutOfReach() async throws {
        try await withHostileJail(without: [.seccomp, .namespaces]) { jail, _ in
            #expect(await jail.locks?.isWeak == true)
            for attack in ["read a file", "read a folder", "read a file by structure", "open the parent's memory"] {
                #expect(await outcome(of: attack, in: jail) == refused(EACCES), "\(attack)")
            }
            for attack in ["trace the parent", "read the parent", "write the parent"] {
                #expect(await outcome(of: attack, in: jail) == refused(EPERM), "\(attack)")
            }
            if await jail.locks?.missing[.landlockScopes] == nil {
                #expect(await outcome(of: "signal the parent", in: jail) == refused(EPERM))
            }
            if await jail.locks?.missing[.landlockNetwork] == nil {
                #expect(await outcome(of: "connect", in: jail) == refused(EACCES))
            }
        }
    }

    /// As in most containers.
    @Test func withoutNamespacesTheJailIsAsTight() async throws {
        try await withHostileJail(without: [.namespaces]) { jail, _ in
            #expect(await jail.locks?.isWeak == false)
            guard case .ready(let note?) = await jail.condition else {
                Issue.record("\(await jail.condition)")
                return
            }
            #expect(note.contains("namespaces (withheld)"))
            #expect(await outcome(of: "read the parent", in: jail) == forbidden)
            #expect(await outcome(of: "signal the parent", in: jail) == forbidden)
            #expect(await outcome(of: "read a file", in: jail) == refused(EACCES))
        }
    }

    @Test func aLockThatIsRequiredAndMissingIsARefusalToStart() async throws {
        let error = await #expect(throws: JailError.self) {
            try await withHostileJail(without: [.seccomp, .namespaces], requiring: [.seccomp]) { _, _ in }
        }
        #expect(error?.code == "jail.unavailable")
        #expect(error?.detail.contains("seccomp (withheld)") == true)
        #expect(error?.detail.contains("DOCKET_DECODER_LOCKS") == true)
        #expect(error?.detail.contains("namespaces") == false)
        try await withHostileJail(without: [.seccomp, .namespaces], requiring: [.landlock]) { jail, _ in
            #expect(await jail.isReady)
        }
    }
}
