/// The proof that something was confirmed. Nobody but this module can make one: it comes from a token that a person sent back,
/// from a person who was asked, or from a policy.
public struct Confirmation: Sendable, Hashable {
    public enum Basis: Sendable, Hashable {
        /// The person (or the tenant's service) that confirmed, by the id that the service knows it by.
        case person(String)
        case policy(ConfirmationPolicy)
    }

    public let basis: Basis
    public let subject: ConfirmationSubject

    init(basis: Basis, subject: ConfirmationSubject) {
        self.basis = basis
        self.subject = subject
    }
}

/// What may destroy without asking anybody. Each use is in the audit trail under this name.
public enum ConfirmationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The time is over for which the data may be kept.
    case retention
    /// Nobody went on with it in time.
    case expiry
}

/// Why a confirmation does not count.
public enum ConfirmationFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Not a token of ours, or changed on its way.
    case malformed
    case expired
    /// For another action, resource, version or actor.
    case mismatch

    public var code: String { "confirmation-\(rawValue)" }
    /// Asking again gives a fresh token.
    public var isRetriable: Bool { false }
    public var detail: String { description }
}

extension ConfirmationFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "The confirmation token is not valid. Repeat the request without it to get a new one."
        case .expired: "The confirmation token has expired. Repeat the request without it to get a new one."
        case .mismatch:
            "The confirmation token is for something else, or it has changed since. Repeat the request without it to get a new one."
        }
    }
}
