/// Names a call-out in its journey.
public typealias CallOutID = Name<CallOut>

/// A service of the tenant that a journey asks for a verdict on a submission: a rule that the tenant runs.
///
/// `callouts.md` of the manual describes the request and the answer.
public struct CallOut: Sendable, Hashable, Codable {
    /// When the service is asked.
    public enum Point: String, Sendable, Hashable, Codable, CaseIterable {
        /// After the rules have passed the submission, before its pages are made.
        case validation
        /// After its pages are clean, and read if the journey reads: the last check before the outcome.
        case reading

        /// The point after a stage; nil after a stage without one.
        package init?(after stage: Stage) {
            switch stage {
            case .validation: self = .validation
            case .normalization, .reading: self = .reading
            default: return nil
            }
        }

        /// The stage that a verdict at this point belongs to.
        package var stage: Stage { self == .validation ? .validation : .reading }
    }

    /// What happens to a submission if the service does not answer in time.
    public enum Failure: String, Sendable, Hashable, Codable, CaseIterable {
        /// It continues as if the service had not been asked.
        case allow
        /// It continues with a warning that the service did not answer.
        case warn
        /// A reviewer decides.
        case review
        /// It is rejected.
        case refuse
    }

    /// What a request may contain beside ids, types, the person's statements about the documents, and the verdict of the
    /// rules.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        case subject, reference, metadata
        /// The person whose documents the tenant expects.
        case expected
        /// The values read from the pages.
        case values
    }

    public let name: CallOutID
    public let url: String
    public let after: Point
    /// The time for all attempts, waits included, in seconds.
    public let within: Int
    /// The time for one attempt, in seconds.
    public let timeout: Int
    public let onFailure: Failure
    public let send: [Part]

    public static let allowedWithin = 1...7 * 86_400
    public static let allowedTimeout = 1...60

    /// A nil `timeout` means the lesser of ten seconds and `within`.
    public init(
        name: CallOutID, url: String, after: Point = .validation, within: Int = 30, timeout: Int? = nil,
        onFailure: Failure = .review, send: [Part] = []
    ) {
        self.name = name
        self.url = url
        self.after = after
        self.within = within
        self.timeout = timeout ?? min(10, within)
        self.onFailure = onFailure
        self.send = send
    }
}
