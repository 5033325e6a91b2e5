public import Configuration

extension JailConfiguration {
    /// Reads how this process runs its jail.
    public init(reading reader: inout ConfigurationReader) {
        self.init(
            decoderPath: reader.optionalString(
                "DOCKET_DECODER_PATH", "The DecoderJail executable; the one beside this executable otherwise")
                ?? JailConfiguration.defaultDecoderPath,
            maximumConcurrentJobs: reader.integer(
                "DOCKET_DECODER_JOBS", default: 2, in: 1...64, "Documents that are decoded at a time; each takes about one core"),
            stepDeadline: reader.duration(
                "DOCKET_DECODER_DEADLINE", default: .seconds(30), "How long one page may take before its process is killed"),
            requiredLocks: Self.requiredLocks(reading: &reader))
    }

    private static func requiredLocks(reading reader: inout ConfigurationReader) -> Set<JailLock> {
        let names = JailLock.allCases.map(\.rawValue).joined(separator: ", ")
        let variable = "DOCKET_DECODER_LOCKS"
        let wanted = reader.list(
            variable, default: [], "Locks of the jail without which the service does not start, of \(names)")
        let unknown = wanted.filter { JailLock(rawValue: $0) == nil }
        if !unknown.isEmpty { reader.fault(variable, "names \(unknown.joined(separator: ", ")); the locks are \(names)") }
        return Set(wanted.compactMap(JailLock.init))
    }
}
