/// What a process cannot do its work without, and does not have in itself. By the name under which its health is told.
public enum Dependency: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bytes of documents: a disk, or a bucket.
    case blobs
    case database = "postgres"
    case malwareScanner = "malware-scanner"
    case decoderJail = "decoder-jail"
    case readerJail = "reader-jail"
}

/// A step could not be finished for want of something that has no part in what the step was given.
public struct Outage: Sendable, Hashable {
    public let dependency: Dependency
    /// Whether the failure shows that by itself, as a full disk does. Otherwise it is one only where the process finds the
    /// dependency away: else a file that alone has this effect would be tried for ever.
    public let isProven: Bool

    public init(of dependency: Dependency, isProven: Bool = false) {
        self.dependency = dependency
        self.isProven = isProven
    }
}
