import CP11Kit

/// Why a token does not do what it is asked for.
public struct TokenError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        /// The module or the token cannot be had.
        case unavailable
        /// The token does not take the PIN, or takes none any more.
        case pinRefused
        /// The token has no such key, or several.
        case unknownKey
        /// The key has not wrapped this, or not for this.
        case notOpened
    }

    public let code: Code
    /// Which token it is.
    var subject = "the token"
    /// In words that follow the subject: “cannot open a session: …”.
    private let problem: String

    public var description: String {
        "\(subject) \(problem)\(code == .pinRefused ? "; look at \(TokenConfiguration.pinVariable)" : "")"
    }

    init(_ code: Code, _ problem: String) { (self.code, self.problem) = (code, problem) }

    /// Ends with an error unless a function of the module has done what it is for. Nil stands for a function that it does not have.
    static func check(_ code: CK_RV?, _ purpose: String) throws(TokenError) {
        guard let code else { throw TokenError(.unavailable, "cannot \(purpose): its module has no such function") }
        guard code == CKR_OK else {
            throw TokenError(pinCodes.contains(code) ? .pinRefused : .unavailable, "cannot \(purpose): \(words(code))")
        }
    }

    private static let pinCodes = [
        CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED, CKR_PIN_LOCKED,
    ]

    static func words(_ code: CK_RV) -> String {
        let name = "CKR 0x" + String(code, radix: 16)
        guard let text = p11_kit_strerror(code) else { return name }
        return "\(String(cString: text)) (\(name))"
    }
}
