/// The used part of each limit. It is pure.
public struct QuotaUsage: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let quota: Quota
        public let limit: Int
        public internal(set) var used: Int

        /// Zero if more is used than allowed: a limit can be lowered.
        public var left: Int { used < limit ? limit - used : 0 }

        public init(quota: Quota, limit: Int, used: Int) {
            self.quota = quota
            self.limit = limit
            self.used = used
        }
    }

    public private(set) var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// The usage with one more file of `bytes` bytes, or with as many files as are told, of so many bytes together.
    ///
    /// - Throws: `QuotaRefusal` for the first limit that would be exceeded.
    public func adding(bytes: Int, files: Int = 1) throws(QuotaRefusal) -> QuotaUsage {
        var after = self
        for (index, entry) in entries.enumerated() {
            let wanted = entry.quota.countsBytes ? bytes : files
            guard wanted <= entry.left else {
                throw QuotaRefusal(quota: entry.quota, limit: entry.limit, used: entry.used)
            }
            // Not beyond the limit, so it cannot overflow.
            after.entries[index].used += wanted
        }
        return after
    }

    /// Whether `others` further requests that saw the same usage may each add a file of the largest size, within the
    /// tenant's limits.
    package func hasRoom(for others: Int, largestFile: Int) -> Bool {
        entries.allSatisfy { entry in
            switch entry.quota {
            case .submissionFiles, .submissionBytes, .linkFiles, .linkBytes: return true
            case .tenantUploads: return others <= entry.left
            case .tenantBytes:
                let bytes = largestFile.multipliedReportingOverflow(by: others)
                return !bytes.overflow && bytes.partialValue <= entry.left
            }
        }
    }
}
