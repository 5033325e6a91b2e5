// The fields of each message, in order. Increase `WireCoding.version` with every change.

extension ZygoteCommand: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .start(let job, let limits):
            wire.tag(1)
            wire.write(job)
            wire.write(limits)
        case .kill(let job):
            wire.tag(2)
            wire.write(job)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .start(job: try wire.read(), limits: try wire.read())
        case 2: self = .kill(job: try wire.read())
        default: throw .malformedHeader
        }
    }
}

extension ZygoteEvent: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .ready(let libraries, let missingLocks):
            wire.tag(1)
            wire.write(libraries)
            wire.write(missingLocks)
        case .ended(let job, let status, let usage):
            wire.tag(2)
            wire.write(job)
            wire.write(status)
            wire.write(usage.peakMemory)
            wire.write(usage.processorMicroseconds)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .ready(libraries: try wire.read(), missingLocks: try wire.read())
        case 2:
            self = .ended(
                job: try wire.read(), status: try wire.read(),
                usage: JobUsage(peakMemory: try wire.read(), processorMicroseconds: try wire.read()))
        default: throw .malformedHeader
        }
    }
}

extension MissingLock: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(lock)
        wire.write(reason)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(lock: try wire.read(), reason: try wire.read())
    }
}

extension JobStatus: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .exited(let code):
            wire.tag(1)
            wire.write(code)
        case .signalled(let signal):
            wire.tag(2)
            wire.write(signal)
        case .notStarted(let errno):
            wire.tag(3)
            wire.write(errno)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .exited(code: try wire.read())
        case 2: self = .signalled(signal: try wire.read())
        case 3: self = .notStarted(errno: try wire.read())
        default: throw .malformedHeader
        }
    }
}

extension JobLimits: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(addressSpace)
        wire.write(cpuSeconds)
        wire.write(openFiles)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(addressSpace: try wire.read(), cpuSeconds: try wire.read(), openFiles: try wire.read())
    }
}
