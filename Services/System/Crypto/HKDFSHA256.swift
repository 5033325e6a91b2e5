import CLibcrypto

/// Derives keys from a key (RFC 5869, with SHA-256). A derived key reveals nothing about the others.
public enum HKDFSHA256 {
    /// 32 bytes for one use: `info` names the use, and each `salt` gives another key.
    public static func derive(from key: SecretBytes, salt: [UInt8], info: [UInt8]) -> SecretBytes {
        let extracted = key.withBytes { block(of: $0, key: SecretBytes(salt)) }
        // One block is what SHA-256 gives, so it is the first and the last.
        return (info + [1]).withUnsafeBytes { block(of: $0, key: extracted) }
    }

    private static func block(of message: UnsafeRawBufferPointer, key: SecretBytes) -> SecretBytes {
        SecretBytes(count: DigestAlgorithm.sha256.length) { block in
            key.withBytes { key in
                _ = HMAC(
                    EVP_sha256(), key.baseAddress, CInt(clamping: key.count),
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self), message.count,
                    block.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
            }
        }
    }
}
