import Glibc
import Jail
import Sandbox

/// Forks a child for each job of the worker, and reports how the child ended.
///
/// It has one thread, loads the libraries once, and never reads a document itself. It ends with the worker, and so do its
/// children. Its only state is the table of its children.
struct ZygoteLoop<Work: ZygoteWork> {
    private let control: ControlSocket
    private let work: Work
    private let locks: Locks
    private let childWatch: ChildWatch
    private var children: [pid_t: UInt64] = [:]

    init(control: ControlSocket, work: Work, locks: Locks) throws {
        self.control = control
        self.work = work
        self.locks = locks
        _ = fcntl(control.descriptor, F_SETFD, FD_CLOEXEC)
        childWatch = try ChildWatch()
    }

    /// Serves until the worker closes its end.
    consuming func run() throws {
        try control.send(
            WireCoding.encode(ZygoteEvent.ready(libraries: work.libraries, missingLocks: locks.missing.map(MissingLock.init))))
        var watched = [
            pollfd(fd: control.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: childWatch.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            if poll(&watched, nfds_t(watched.count), -1) < 0 {
                if errno == EINTR { continue }
                throw ZygoteFault.poll(errno: errno)
            }
            if watched[1].revents != 0 { try reap() }
            if watched[0].revents != 0 {
                guard let received = try control.receive() else { break }
                try carryOut(received)
            }
        }
        for child in children.keys { kill(-child, SIGKILL) }
    }

    private mutating func carryOut(_ received: ControlSocket.Received) throws {
        // After the fork these belong to the child alone.
        defer { for descriptor in received.descriptors { close(descriptor) } }
        switch try WireCoding.decode(ZygoteCommand.self, from: received.message) {
        case .start(let job, let limits):
            guard let socket = received.descriptors.first else { throw ZygoteFault.malformedCommand }
            let inputs = Array(received.descriptors.dropFirst())
            try start(job, socket: socket, inputs: inputs, Confinement(limits: ResourceLimits(limits), locks: locks))
        case .kill(let job):
            if let child = children.first(where: { $0.value == job })?.key { kill(-child, SIGKILL) }
        }
    }

    private mutating func start(_ job: UInt64, socket: CInt, inputs: [CInt], _ confinement: Confinement) throws {
        let pid = fork()
        if pid == 0 { live(socket: socket, inputs: inputs, confinement) }
        guard pid > 0 else {
            let ending = ZygoteEvent.ended(job: job, status: .notStarted(errno: errno), usage: JobUsage())
            return try control.send(WireCoding.encode(ending))
        }
        // Both sides do it, so that the group exists whoever runs first.
        setpgid(pid, pid)
        children[pid] = job
    }

    /// The child: confines itself, does its work, and ends. It skips the parent's exit handlers.
    private func live(socket: CInt, inputs: [CInt], _ confinement: Confinement) -> Never {
        do {
            try confinement.enter(socket: socket, inputs: inputs)
        } catch {
            _exit(DecoderExitCode.notConfined.rawValue)
        }
        let files = inputs.indices.map { Confinement.firstInput + CInt($0) }
        _exit(work.answer(stream: Confinement.jobDescriptor, inputs: files).rawValue)
    }

    private mutating func reap() throws {
        childWatch.drain()
        while true {
            var status: CInt = 0
            var cost = rusage()
            let pid = wait4(-1, &status, WNOHANG, &cost)
            guard pid > 0 else { return }
            // What it may have started dies with it.
            kill(-pid, SIGKILL)
            guard let job = children.removeValue(forKey: pid) else { continue }
            let signal = status & 0x7f
            let ending: JobStatus = signal == 0 ? .exited(code: (status >> 8) & 0xff) : .signalled(signal: signal)
            try control.send(WireCoding.encode(ZygoteEvent.ended(job: job, status: ending, usage: JobUsage(cost))))
        }
    }
}

enum ZygoteFault: Error {
    case poll(errno: CInt)
    case malformedCommand
}

extension MissingLock {
    fileprivate init(_ lock: Lock, _ fault: Lock.Fault) {
        self.init(lock: lock.rawValue, reason: fault.errno == 0 ? "withheld" : String(cString: strerror(fault.errno)))
    }
}

extension JobUsage {
    /// The kernel reports memory in kilobytes.
    fileprivate init(_ cost: rusage) {
        func microseconds(_ time: timeval) -> Int { Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec) }
        self.init(
            peakMemory: cost.ru_maxrss * 1024,
            processorMicroseconds: microseconds(cost.ru_utime) + microseconds(cost.ru_stime))
    }
}

extension ResourceLimits {
    fileprivate init(_ limits: JobLimits) {
        self.init(addressSpace: limits.addressSpace, cpuSeconds: limits.cpuSeconds, openFiles: limits.openFiles)
    }
}
