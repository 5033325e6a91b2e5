import CLibcrypto

/// Encryption that also tells whether something was changed: AES with 256 bits in Galois/Counter mode (NIST SP 800-38D).
public enum AES256GCM {
    public static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Encrypts under a random nonce, which stands before the result; the tag stands behind it. Nobody can pass it off for what
    /// belongs to another `context`. With random nonces, a key is good for four thousand million messages.
    public static func seal(_ message: [UInt8], key: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = SecureRandom.bytes(nonceLength)
        let cipher = try Cipher(key: key, nonce: nonce, encrypts: true)
        try cipher.add(context)
        let sealed = try cipher.run(message)
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag) == 1 else {
            throw .lastFailure("the message cannot be sealed")
        }
        return nonce + sealed + tag
    }

    /// Nil for what was not sealed with this key for this context, or has been changed.
    public static func open(_ sealed: [UInt8], key: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= nonceLength + tagLength else { return nil }
        defer { ERR_clear_error() }
        var tag = Array(sealed.suffix(tagLength))
        guard let cipher = try? Cipher(key: key, nonce: Array(sealed.prefix(nonceLength)), encrypts: false),
            (try? cipher.add(context)) != nil,
            EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1
        else { return nil }
        return try? cipher.run(Array(sealed.dropFirst(nonceLength).dropLast(tagLength)))
    }

    private final class Cipher {
        let context: OpaquePointer

        init(key: [UInt8], nonce: [UInt8], encrypts: Bool) throws(CryptoError) {
            guard key.count == keyLength else {
                throw CryptoError(code: .invalidKey, description: "the key has not 32 bytes", detail: "")
            }
            guard let made = EVP_CIPHER_CTX_new() else { throw .lastFailure("a cipher cannot be begun") }
            context = made
            guard EVP_CipherInit_ex(made, EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0) == 1 else {
                throw .lastFailure("a cipher cannot be begun")
            }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// What is not encrypted, but held to.
        func add(_ bytes: [UInt8]) throws(CryptoError) {
            var length: CInt = 0
            guard let count = CInt(exactly: bytes.count), EVP_CipherUpdate(context, nil, &length, bytes, count) == 1 else {
                throw .lastFailure("the context of a message cannot be read")
            }
        }

        /// Fails when it decrypts and the tag is another.
        func run(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
            // One byte more, so that there is an address for nothing, too.
            var result = [UInt8](repeating: 0, count: bytes.count + 1)
            var (length, rest): (CInt, CInt) = (0, 0)
            guard let count = CInt(exactly: bytes.count), EVP_CipherUpdate(context, &result, &length, bytes, count) == 1 else {
                throw .lastFailure("the message cannot be read")
            }
            var end = [UInt8](repeating: 0, count: 16)
            guard EVP_CipherFinal_ex(context, &end, &rest) == 1 else { throw .lastFailure("the message is not what was sealed") }
            return Array(result.prefix(Int(length)))
        }
    }
}
