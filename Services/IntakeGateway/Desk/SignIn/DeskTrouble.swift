/// Why signing in at the issuer failed, for the page: `/desk?trouble=…`.
enum DeskTrouble: String, Error, Sendable, Hashable, CaseIterable {
    /// The issuer or the person refused.
    case refused
    /// It took too long, or began in another browser or tab.
    case expired
    /// The issuer knows the person, but names no tenant, or no role that this installation knows.
    case noRole = "no-role"
    /// The issuer did not answer, or answered incorrectly.
    case issuer

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    var path: String { "/desk?trouble=\(rawValue)" }
}

/// The same with details for the log; holds no secret.
struct SignInFailure: Error, Sendable, Hashable {
    let trouble: DeskTrouble
    let detail: String

    init(_ trouble: DeskTrouble, _ detail: String) { (self.trouble, self.detail) = (trouble, detail) }
}
