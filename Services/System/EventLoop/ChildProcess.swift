import CEventLoop
import Glibc
import Synchronization

/// How a process ended.
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case exited(CInt)
    case signalled(CInt)
    /// The loop was shut down before the process ended, so its status is unknown.
    case unobserved

    public var isSuccess: Bool { self == .exited(0) }

    public var description: String {
        switch self {
        case .exited(let code): "exited with \(code)"
        case .signalled(let signal): "ended by signal \(signal)"
        case .unobserved: "was left running"
        }
    }
}

/// A child process, reaped through its pidfd. All methods may be called from any thread.
///
/// The child starts with every signal unblocked and at its default action, and has only the given descriptors.
public final class ChildProcess: Sendable {
    public struct Options: Sendable {
        /// The user to run as; setting it needs privileges. Supplementary groups are dropped.
        public struct Identity: Hashable, Sendable {
            public var userID: UInt32
            public var groupID: UInt32
            public init(userID: UInt32, groupID: UInt32) {
                self.userID = userID
                self.groupID = groupID
            }
        }

        /// The destination of an output of the child.
        public enum Output: Hashable, Sendable {
            case inherit
            case discard
            /// A descriptor of this process; it stays open here.
            case descriptor(CInt)
        }

        /// An absolute path.
        public var executable: String
        /// Without the name of the program.
        public var arguments: [String]
        /// The whole environment: nothing is inherited.
        public var environment: [String: String]
        public var workingDirectory: String?
        /// The child's descriptor number to this process's descriptor. Descriptor 0 is /dev/null unless it is named here.
        public var descriptors: [CInt: CInt] = [:]
        public var standardOutput: Output = .inherit
        public var standardError: Output = .inherit
        /// Whether the child leads a process group of its own, which ``ChildProcess/signalGroup(_:)`` signals.
        public var ownProcessGroup = false
        public var identity: Identity?
        /// The descriptor number under which the child gets the reading end of a pipe that is never written to. The child
        /// reads the end of the stream once this process has ended, for any reason.
        public var lifeline: CInt?
        /// A signal that the kernel sends to the child when the *thread* that spawned it ends, for programs without a
        /// lifeline. Spawn from a loop: its thread lives until shutdown.
        public var parentDeathSignal: CInt?

        public init(
            executable: String, arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String? = nil
        ) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
            self.workingDirectory = workingDirectory
        }
    }

    public let pid: Int32
    private let pidDescriptor: OwnedDescriptor
    /// The writing end of the lifeline.
    private let lifeline: Mutex<OwnedDescriptor?>
    private let ownsGroup: Bool
    private let ended = AsyncSignal<ExitStatus>()
    /// Held while a signal is sent and while the child is reaped: a signal never reaches a reused pid.
    private let reaping = Mutex(())

    private init(pid: pid_t, pidDescriptor: OwnedDescriptor, lifeline: OwnedDescriptor?, ownsGroup: Bool) {
        self.pid = pid
        self.pidDescriptor = pidDescriptor
        self.lifeline = Mutex(lifeline)
        self.ownsGroup = ownsGroup
    }

    /// Starts a process and returns once it executes its program. Callable from any thread; takes a few milliseconds.
    ///
    /// - Throws: ``EventLoopError`` `spawnFailed`, naming the step that failed.
    public static func spawn(_ options: Options, on loop: EventLoop) throws(EventLoopError) -> ChildProcess {
        let plan = try SpawnPlan(options)
        let pid = try plan.start()
        let number = docket_pidfd_open(pid)
        guard number >= 0 else {
            let failure = EventLoopError(code: .spawnFailed, subject: options.executable, number: errno)
            _ = kill(pid, SIGKILL)
            _ = waitpid(pid, nil, 0)
            throw failure
        }
        let child = ChildProcess(
            pid: pid, pidDescriptor: OwnedDescriptor(number), lifeline: plan.lifelineWriter, ownsGroup: options.ownProcessGroup)
        // The task, not the caller's reference, keeps the child until it is reaped.
        loop.spawn { await child.reap(on: loop) }
        return child
    }

    private func reap(on loop: EventLoop) async {
        do {
            let watch = try DescriptorWatch(descriptor: pidDescriptor.number, on: loop)
            defer { watch.cancel() }
            while true {
                if let status = reaping.withLock({ _ in reapNow() }) {
                    ended.send(status)
                    return
                }
                _ = try await watch.wait(for: .read)
            }
        } catch {
            ended.send(reaping.withLock { _ in reapNow() } ?? .unobserved)
        }
    }

    private func reapNow() -> ExitStatus? {
        var code: CInt = 0
        var status: CInt = 0
        switch docket_reap(pidDescriptor.number, &code, &status) {
        case 0: return code == docket_child_exited ? .exited(status) : .signalled(status)
        case 1: return nil
        default: return .unobserved  // somebody else reaped it
        }
    }

    // MARK: - End

    /// The exit status, if the process has ended.
    public var status: ExitStatus? { ended.value }

    /// Waits for the end of the process; cancellation does not interrupt it.
    public func wait() async -> ExitStatus { await ended.waitUncancelled() }

    /// Waits for the end of the process.
    ///
    /// - Throws: `CancellationError`.
    public func waitUnlessCancelled() async throws(CancellationError) -> ExitStatus { try await ended.wait() }

    /// Sends a signal to the process.
    ///
    /// - Returns: false if it had ended.
    @discardableResult
    public func signal(_ number: CInt) -> Bool {
        reaping.withLock { _ in docket_pidfd_send_signal(pidDescriptor.number, number) == 0 }
    }

    /// Sends a signal to its process group, which must be its own.
    ///
    /// - Returns: false if the process had ended or has no group of its own.
    @discardableResult
    public func signalGroup(_ number: CInt) -> Bool {
        guard ownsGroup else { return false }
        return reaping.withLock { _ in ended.value == nil && kill(-pid, number) == 0 }
    }

    /// Closes the lifeline, as this process's end would: a child that watches it then ends.
    public func cutLifeline() { lifeline.withLock { $0 = nil } }

    /// The folder of the running program; the programs that it starts lie beside it. Nil if the system does not tell.
    public static var currentExecutableDirectory: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { readlink("/proc/self/exe", $0, path.count) } ?? -1
            }
        }
        guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: buffer[..<slash], as: UTF8.self)
    }
}
