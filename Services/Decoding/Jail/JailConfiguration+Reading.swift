public import Configuration

extension JailConfiguration {
    /// Reads the configuration of this process's jail.
    public init(reading reader: inout ConfigurationReader) {
        self.init(
            decoderPath: reader.optionalString(
                "DOCKET_DECODER_PATH", "The DecoderJail executable; the one beside this executable otherwise")
                ?? JailConfiguration.defaultDecoderPath,
            maximumConcurrentJobs: reader.integer(
                "DOCKET_DECODER_JOBS", default: 2, in: 1...64, "Documents that are decoded at a time; each takes about one core"),
            stepDeadline: reader.duration(
                "DOCKET_DECODER_DEADLINE", default: .seconds(30), "How long one page may take before its process is killed"),
            limits: Self.limits(reading: &reader),
            maximumInputBytes: reader.bytes(
                "DOCKET_DECODER_FILE", default: 25_000_000, in: 1...1_000_000_000, "The largest file that is turned into pages"),
            requiredLocks: Self.requiredLocks(reading: &reader))
    }

    /// Adds a fault if a file may take longer than an attempt. The attempt would always end first: the work would fail
    /// instead of the file being refused.
    public func check(within attempt: Duration, reading reader: inout ConfigurationReader) {
        guard .seconds(limits.cpuSeconds) >= attempt else { return }
        reader.fault(
            "DOCKET_DECODER_SECONDS",
            "is not less than DOCKET_STAGE_ATTEMPT_LIMIT; a file that takes so long would end the attempt instead of being refused"
        )
    }

    private static func limits(reading reader: inout ConfigurationReader) -> JobLimits {
        var limits = JobLimits()
        limits.cpuSeconds = UInt64(
            reader.integer(
                "DOCKET_DECODER_SECONDS", default: Int(limits.cpuSeconds), in: 1...3600,
                "Seconds of processor time that one file may take; less than DOCKET_STAGE_ATTEMPT_LIMIT"))
        limits.addressSpace = UInt64(
            reader.bytes(
                "DOCKET_DECODER_MEMORY", default: Int(limits.addressSpace), in: 1 << 30...64 << 30,
                "Address space of a process that decodes; a picture that has to be held as a whole may take a quarter of it"))
        return limits
    }

    static func requiredLocks(reading reader: inout ConfigurationReader) -> Set<JailLock> {
        let names = JailLock.allCases.map(\.rawValue).joined(separator: ", ")
        let variable = "DOCKET_DECODER_LOCKS"
        let wanted = reader.list(
            variable, default: [JailLock.seccomp.rawValue],
            "Locks of the jail without which the service does not start, of \(names); or none, which no service that others reach should have"
        )
        // To do without is said aloud, and beside nothing else.
        if wanted == ["none"] { return [] }
        if wanted.isEmpty { reader.fault(variable, "names no lock; the locks are \(names), and none is for none of them") }
        let unknown = wanted.filter { JailLock(rawValue: $0) == nil }
        if !unknown.isEmpty { reader.fault(variable, "names \(unknown.joined(separator: ", ")); the locks are \(names)") }
        return Set(wanted.compactMap(JailLock.init))
    }
}
