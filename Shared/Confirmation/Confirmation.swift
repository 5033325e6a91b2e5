/// The proof that something was confirmed. Only this module can make one: from a token that a person sent back, from an
/// answer of a person, or from a policy.
public struct Confirmation: Sendable, Hashable {
    public enum Basis: Sendable, Hashable {
        /// The person (or the tenant's service) that confirmed, by the id that Docket knows.
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

/// A policy that may destroy without asking. The audit trail names it for each use.
public enum ConfirmationPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The retention period of the data is over.
    case retention
    /// The submission expired without further changes.
    case expiry
}

/// Why a confirmation does not count.
public enum ConfirmationFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Not a token of this installation, or altered.
    case malformed
    case expired
    /// For another action, resource, version or actor.
    case mismatch
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
