/// An external system that a process needs for its work, by the name in its health report.
public enum Dependency: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bytes of documents: a disk or a bucket.
    case blobs
    case database = "postgres"
    case malwareScanner = "malware-scanner"
    case decoderJail = "decoder-jail"
    case readerJail = "reader-jail"
    case mailJail = "mail-jail"
}

/// A stage could not finish because a dependency was unavailable.
public struct Outage: Sendable, Hashable {
    public let dependency: Dependency
    /// Whether the failure alone proves the outage, as a full disk does. Otherwise the process must also find the
    /// dependency unavailable. Without that check, a file that causes the failure would be retried without end.
    public let isProven: Bool

    public init(of dependency: Dependency, isProven: Bool = false) {
        self.dependency = dependency
        self.isProven = isProven
    }
}
