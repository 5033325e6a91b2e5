import CLibcrypto

/// Random bytes for secrets, tokens and ids.
public enum SecureRandom {
    /// - Precondition: the system provides random bytes; the process must not go on without them.
    public static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&bytes, CInt(clamping: count)) == 1, "the system gives no random bytes")
        return bytes
    }

    /// A token for a URL or a header: `byteCount` random bytes in base64url.
    public static func token(byteCount: Int = 32) -> String { Base64URL.encode(bytes(byteCount)) }
}
