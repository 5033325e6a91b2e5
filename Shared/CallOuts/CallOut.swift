/// Names a call-out in its journey.
public typealias CallOutID = Name<CallOut>

/// A process of the tenant's that a journey asks what it says to a submission: a rule of their own, which runs at their place.
///
/// The question and the answer are described in `callouts.md` of the manual.
public struct CallOut: Sendable, Hashable, Codable {
    /// When it is asked.
    public enum Point: String, Sendable, Hashable, Codable, CaseIterable {
        /// The rules have let it pass; no page has been made yet.
        case validation
        /// Its pages are clean, and were read where the journey reads: the last word before the outcome.
        case reading

        /// The point behind a step; nil behind those that are on nobody's way.
        package init?(after stage: Stage) {
            switch stage {
            case .validation: self = .validation
            case .normalization, .reading: self = .reading
            default: return nil
            }
        }

        /// Of which step a verdict at this point is.
        package var stage: Stage { self == .validation ? .validation : .reading }
    }

    /// What becomes of a submission of which nobody has said anything in time.
    public enum Failure: String, Sendable, Hashable, Codable, CaseIterable {
        /// It goes on as if it had not been asked.
        case allow
        /// It goes on, and whoever looks at it sees that nobody answered.
        case warn
        /// A reviewer decides.
        case review
        /// It is rejected.
        case refuse
    }

    /// What is sent beside ids, types, what the person has said of the documents, and what the rules make of them.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        case subject, reference, metadata
        /// Whose documents they are to be, as the tenant has said it.
        case expected
        /// What was read on the pages.
        case values
    }

    public let name: CallOutID
    public let url: String
    public let after: Point
    /// How long it may take in all, waits and tries together. Seconds.
    public let within: Int
    /// How long one try may take. Seconds.
    public let timeout: Int
    public let onFailure: Failure
    public let send: [Part]

    public static let allowedWithin = 1...7 * 86_400
    public static let allowedTimeout = 1...60

    /// `timeout`: nil for ten seconds, or `within` where that is less.
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
