/// Whether what stands on the documents of a journey is read.
public enum ReadingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is read, and nothing of reading is paid for.
    case off
    /// What was read is told to the person and to the tenant's back end. No rule speaks of it.
    case suggest
    /// The rules for what was read are checked, too.
    case check
}
