/// Tokens by which a person confirms over HTTP. They are bound to actor, action, resource, version and time. Nothing
/// stores them.
///
/// A token is valid until it expires or its resource's version changes; the confirmed action changes the version.
public struct ConfirmationTokens: Sendable {
    public static let minimumKeyLength = 32

    private let key: [UInt8]
    public let lifetime: Duration

    /// Nil for a key of less than 32 bytes. All gateways of an installation share the key.
    public init?(key: [UInt8], lifetime: Duration = .seconds(600)) {
        guard key.count >= Self.minimumKeyLength else { return nil }
        self.key = key
        self.lifetime = lifetime
    }

    public func issue(for subject: ConfirmationSubject, actor: String, at now: Timestamp) -> ConfirmationToken {
        let expiry = now.adding(lifetime)
        let text = "\(Self.version).\(expiry.millisecondsSinceEpoch).\(authentication(of: subject, actor: actor, expiry: expiry))"
        return ConfirmationToken(text: text, expiresAt: expiry)
    }

    /// Also accepts tokens of `orVersions`, earlier versions of the resource with the same subject.
    ///
    /// - Throws: `ConfirmationFault`.
    public func confirmation(
        from token: String, for subject: ConfirmationSubject, orVersions: [Int] = [], actor: String, at now: Timestamp
    ) throws(ConfirmationFault) -> Confirmation {
        let parts = token.split(at: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= 128, parts.count == 3, parts[0].hasSameBytes(as: Self.version),
            let milliseconds = Int64(parts[1]),
            parts[2].utf8.count == ContentDigest.byteCount * 2
        else { throw .malformed }
        let expiry = Timestamp(millisecondsSinceEpoch: milliseconds)
        let isRight = ([subject.version] + orVersions).contains { version in
            let asked = ConfirmationSubject(action: subject.action, resource: subject.resource, version: version)
            let expected = authentication(of: asked, actor: actor, expiry: expiry)
            return Self.areEqual(Array(parts[2].utf8), Array(expected.utf8))
        }
        guard isRight else { throw .mismatch }
        guard now < expiry else { throw .expired }
        return Confirmation(basis: .person(actor), subject: subject)
    }

    private static let version = "c1"

    /// Each field is preceded by its length, so that no two subjects share an input.
    private func authentication(of subject: ConfirmationSubject, actor: String, expiry: Timestamp) -> String {
        let fields = [
            Self.version, actor, subject.action, subject.resource, String(subject.version), String(expiry.millisecondsSinceEpoch),
        ]
        let message = fields.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return Hex.encode(SHA256.authenticationCode(for: message, key: key))
    }

    /// Compares in constant time.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// What the person sends back to confirm, and until when.
public struct ConfirmationToken: Sendable, Hashable {
    public let text: String
    public let expiresAt: Timestamp
}
