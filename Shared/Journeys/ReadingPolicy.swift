/// Whether the text of a journey's documents is read.
public enum ReadingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is read, and reading costs nothing.
    case off
    /// The person and the tenant's back end get the values. No rule uses them.
    case suggest
    /// The rules for the values apply, too.
    case check
}
