/// A failure of a stage that is not the documents' fault.
public struct ProcessingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: String
    public let isRetriable: Bool
    /// Safe to show: no content, no name, no secret.
    public let description: String
    /// For the log only.
    public let detail: String
    /// The outage that caused it; nil if there was none.
    public let outage: Outage?

    public init(
        code: String, isRetriable: Bool, description: String, detail: String? = nil, outage: Outage? = nil
    ) {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail ?? description
        self.outage = outage
    }
}
