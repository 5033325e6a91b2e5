/// What a document type requires of the signatures in its files (ISO 32000-1, section 12.8).
public enum SignatureRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing.
    case none
    /// One that covers the whole file, as it was signed, by whomever.
    case intact
    /// One that covers the whole file, as it was signed, by a signer for whom a known authority answers.
    case trusted
}
