import EventLoop
import Glibc

/// How a child ended, and its usage.
struct JobEnding: Hashable {
    let status: JobStatus
    let usage: JobUsage
}

/// The worker's view of one zygote process.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which every method checks.
final class ZygoteProcess: @unchecked Sendable {
    private enum Ending {
        case pending
        case awaited(CheckedContinuation<JobEnding?, Never>)
        case ended(JobEnding)
    }

    /// The time for the zygote to report the end of a killed child.
    private static let killGrace = Duration.seconds(5)

    private let loop: EventLoop
    private let process: ChildProcess
    private let control: ControlSocket
    private let watch: DescriptorWatch
    private var endings: [UInt64: Ending] = [:]
    private var isGone = false

    static func spawn(configuration: JailConfiguration, on loop: EventLoop) throws(JailError) -> ZygoteProcess {
        loop.preconditionOnLoop()
        let ours: CInt
        let theirs: CInt
        do {
            (ours, theirs) = try ControlSocket.pair()
        } catch {
            throw .unavailable(detail: "socketpair: errno \(error.errno)")
        }
        defer { Glibc.close(theirs) }
        do {
            _ = fcntl(ours, F_SETFL, O_NONBLOCK)
            let environment = environment.merging(configuration.environment) { _, told in told }
            var options = ChildProcess.Options(executable: configuration.decoderPath, environment: environment)
            options.descriptors = [ControlSocket.zygoteDescriptor: theirs]
            options.standardOutput = .discard
            options.ownProcessGroup = true
            let process = try ChildProcess.spawn(options, on: loop)
            return ZygoteProcess(
                loop: loop, process: process, control: ours, watch: try DescriptorWatch(descriptor: ours, on: loop))
        } catch {
            Glibc.close(ours)
            throw .unavailable(detail: "cannot start \(configuration.decoderPath): \(error)")
        }
    }

    /// Only the decoders' variables: no secret of the worker reaches the jail.
    private static var environment: [String: String] {
        var environment = [
            "LC_ALL": "C.UTF-8",
            "VIPS_BLOCK_UNTRUSTED": "1",
            "MALLOC_ARENA_MAX": "2",
            // What a page took is there for the next page of its file. A picture of 35 MB that is mapped anew for each page costs
            // more in page faults than all that is drawn on it.
            "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "4294967296",
            // A pool of threads does not survive a fork, and costs a page more than it brings.
            "OMP_THREAD_LIMIT": "1",
            // Looks up what the libraries call in each other now, instead of in each process that is forked later.
            "LD_BIND_NOW": "1",
            // A crash must end the child at once: the parent reports it.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        for name in ["LD_LIBRARY_PATH", "FONTCONFIG_FILE", "XDG_CACHE_HOME", "TESSDATA_PREFIX"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }

    private init(loop: EventLoop, process: ChildProcess, control: CInt, watch: DescriptorWatch) {
        self.loop = loop
        self.process = process
        self.control = ControlSocket(descriptor: control)
        self.watch = watch
    }

    // MARK: - Its life

    /// Receives the zygote's messages until it ends, and then fails its remaining jobs.
    func serve(onReady: (_ libraries: [String: String], JailLocks) -> Void) async -> ExitStatus {
        loop.preconditionOnLoop()
        while !isGone, receive(onReady: onReady) {
            guard (try? await watch.wait(for: .read)) != nil else { break }
        }
        isGone = true
        watch.cancel()
        Glibc.close(control.descriptor)
        terminate()
        let status = await process.wait()
        let orphans = endings
        endings = [:]
        for case .awaited(let continuation) in orphans.values { continuation.resume(returning: nil) }
        return status
    }

    var processID: Int32 { process.pid }

    /// Also kills its children.
    func terminate() {
        loop.preconditionOnLoop()
        process.signal(SIGKILL)
    }

    /// - Returns: False if the zygote has ended or sends nonsense.
    private func receive(onReady: ([String: String], JailLocks) -> Void) -> Bool {
        do {
            while let received = try control.receive() {
                for descriptor in received.descriptors { Glibc.close(descriptor) }
                switch try WireCoding.decode(ZygoteEvent.self, from: received.message) {
                case .ready(let libraries, let missingLocks): onReady(libraries, try JailLocks(missingLocks))
                case .ended(let job, let status, let usage): ended(job, JobEnding(status: status, usage: usage))
                }
            }
            return false
        } catch let fault as ControlSocket.Fault {
            return fault.wouldBlock
        } catch {
            return false
        }
    }

    // MARK: - Jobs

    /// Forks a child. `descriptors` are the job's stream socket and then its inputs. The caller keeps its own ones, and
    /// closes them.
    func start(job: UInt64, limits: JobLimits, descriptors: [CInt]) throws(JailError) {
        loop.preconditionOnLoop()
        try command(.start(job: job, limits: limits), descriptors)
        endings[job] = .pending
    }

    /// Kills a running job. A zygote that does not report its end in time is killed and replaced.
    func kill(job: UInt64) {
        loop.preconditionOnLoop()
        guard !isGone, let ending = endings[job] else { return }
        if case .ended = ending { return }
        do {
            try command(.kill(job: job), [])
        } catch {
            return terminate()
        }
        loop.spawn {
            guard (try? await self.loop.sleep(for: Self.killGrace)) != nil, let ending = self.endings[job] else { return }
            if case .ended = ending { return }
            self.terminate()
        }
    }

    /// How the job ended; nil if the zygote died first. Call it once for each started job.
    func ending(of job: UInt64) async -> JobEnding? {
        loop.preconditionOnLoop()
        switch endings[job] {
        case .ended(let ending):
            endings[job] = nil
            return ending
        case .pending:
            return await withCheckedContinuation { endings[job] = .awaited($0) }
        case .awaited, nil:
            return nil
        }
    }

    private func ended(_ job: UInt64, _ ending: JobEnding) {
        switch endings[job] {
        case .pending:
            endings[job] = .ended(ending)
        case .awaited(let continuation):
            endings[job] = nil
            continuation.resume(returning: ending)
        case .ended, nil:
            break
        }
    }

    private func command(_ command: ZygoteCommand, _ descriptors: [CInt]) throws(JailError) {
        guard !isGone else { throw .unavailable(detail: "the zygote is gone") }
        do {
            // Its buffer holds far more messages than there may be jobs: a full one means that the zygote hangs.
            try control.send(WireCoding.encode(command), descriptors: descriptors)
        } catch {
            throw .unavailable(detail: "the zygote does not take messages: \(error)")
        }
    }
}
