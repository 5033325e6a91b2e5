import CLibcrypto

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The 32 bytes of the authentication code.
    public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: DigestAlgorithm.sha256.length)
        // A null key would mean "the one of before" to libcrypto; an empty array has an address all the same here.
        let keyOrZero = key.isEmpty ? [0] : key
        HMAC(EVP_sha256(), keyOrZero, CInt(clamping: key.count), message, message.count, &code, nil)
        return code
    }

    /// Whether the code belongs to the message. The duration does not depend on where they differ.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        constantTimeEquals(code, authenticate(message, key: key))
    }
}

/// Compares in a time that does not depend on where the difference is. The lengths are not kept secret.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
