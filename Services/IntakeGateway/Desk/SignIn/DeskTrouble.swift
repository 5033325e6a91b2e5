/// Why somebody who wanted to sign in at the issuer is not signed in, as the page is told: `/desk?trouble=…`.
enum DeskTrouble: String, Error, Sendable, Hashable, CaseIterable {
    /// The issuer, or the person there, said no.
    case refused
    /// It took too long, or began in another browser or tab.
    case expired
    /// The issuer knows them, but says of no role that counts here, or of no tenant.
    case noRole = "no-role"
    /// The issuer did not answer, or not as it should.
    case issuer

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    var path: String { "/desk?trouble=\(rawValue)" }
}

/// The same with what only the log is told; it holds no secret.
struct SignInFailure: Error, Sendable, Hashable {
    let trouble: DeskTrouble
    let detail: String

    init(_ trouble: DeskTrouble, _ detail: String) { (self.trouble, self.detail) = (trouble, detail) }
}
