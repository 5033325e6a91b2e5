/// The text that a person must agree to before the submit. Submissions record its version and the moment.
public struct ConsentText: Sendable, Hashable, Codable {
    /// Names this wording, such as `2026-10`. Consent to another version does not count.
    public let version: String
    /// The text for the person.
    public let text: String
    /// The address of the full text.
    public let url: String?

    public init(version: String, text: String, url: String? = nil) {
        self.version = version
        self.text = text
        self.url = url
    }
}

/// A person's consent: to which version, and when.
public struct GivenConsent: Sendable, Hashable, Codable {
    public let version: String
    public let at: Timestamp

    public init(version: String, at: Timestamp) {
        self.version = version
        self.at = at
    }

    public static let maximumVersionLength = 64
}
