import Shared

/// The credentials of RFC 6750, section 2.1.
struct BearerToken: Equatable {
    let value: String

    /// Reads an `Authorization` header. Nil for another scheme, and for anything but one `b64token` of at most 8 KiB.
    init?(authorization header: String) {
        let parts = header.split(at: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].utf8.drop { $0 == UInt8(ascii: " ") }
        guard !token.isEmpty, token.count <= 8192, token.allSatisfy(Self.isTokenCharacter) else { return nil }
        value = String(Substring(token))
    }

    private static func isTokenCharacter(_ character: UInt8) -> Bool {
        character.isLetterOrDigit || "-._~+/=".utf8.contains(character)
    }
}
