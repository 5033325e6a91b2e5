/// What a person must agree to before a submission can be submitted. Submissions record the version and the moment.
public struct ConsentText: Sendable, Hashable, Codable {
    /// Names this wording, such as `2026-10`: a person who agreed to another one has not agreed to this.
    public let version: String
    /// What the person reads.
    public let text: String
    /// Where the whole of it can be read.
    public let url: String?

    public init(version: String, text: String, url: String? = nil) {
        self.version = version
        self.text = text
        self.url = url
    }
}

/// That a person has agreed, to what and when.
public struct GivenConsent: Sendable, Hashable, Codable {
    public let version: String
    public let at: Timestamp

    public init(version: String, at: Timestamp) {
        self.version = version
        self.at = at
    }

    public static let maximumVersionLength = 64
}
