import CLibcrypto

/// Authenticated encryption: AES with 256 bits in Galois/Counter mode (NIST SP 800-38D).
public enum AES256GCM {
    public static let keyLength = 32
    public static let nonceLength = 12
    public static let tagLength = 16

    /// Encrypts under a random nonce; the result is nonce, ciphertext, tag. It opens with the same `context` only. A key
    /// is safe for 2³² messages with random nonces.
    public static func seal(_ message: [UInt8], key: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        try seal(message, key: SecretBytes(key), context: context)
    }

    /// Nil if the message was not sealed with this key and context, or was changed.
    public static func open(_ sealed: [UInt8], key: [UInt8], context: [UInt8]) -> [UInt8]? {
        open(sealed, key: SecretBytes(key), context: context)
    }

    public static func seal(_ message: [UInt8], key: SecretBytes, context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = SecureRandom.bytes(nonceLength)
        var sealed = nonce
        try seal(message[...], key: key, nonce: nonce, context: context, into: &sealed)
        return sealed
    }

    public static func open(_ sealed: [UInt8], key: SecretBytes, context: [UInt8]) -> [UInt8]? {
        var message: [UInt8] = []
        let (nonce, rest) = (Array(sealed.prefix(nonceLength)), sealed.dropFirst(nonceLength))
        return open(rest, key: key, nonce: nonce, context: context, into: &message) ? message : nil
    }

    // MARK: - Keys

    /// Encrypts a key under another one, as ``seal(_:key:context:)`` does. No copy of the key stays in memory.
    public static func wrap(_ secret: SecretBytes, by key: SecretBytes, context: [UInt8]) throws(CryptoError) -> [UInt8] {
        var message = secret.withBytes { Array($0) }
        defer { OPENSSL_cleanse(&message, message.count) }
        return try seal(message, key: key, context: context)
    }

    /// Nil if the key was not wrapped by this key with this context, or was changed.
    public static func unwrap(_ wrapped: [UInt8], by key: SecretBytes, context: [UInt8]) -> SecretBytes? {
        open(wrapped, key: key, context: context).map { SecretBytes(consuming: $0) }
    }

    // MARK: - With nonces of the caller's own

    /// Appends the encrypted message and its tag. **Never use a nonce twice under one key**: two such messages reveal
    /// parts of each other.
    public static func seal(
        _ message: ArraySlice<UInt8>, key: SecretBytes, nonce: [UInt8], context: [UInt8], into output: inout [UInt8]
    ) throws(CryptoError) {
        let cipher = try Cipher(key: key, nonce: nonce, encrypts: true)
        try cipher.add(context)
        try cipher.run(message, into: &output)
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag) == 1 else {
            throw .lastFailure("the message cannot be sealed")
        }
        output += tag
    }

    /// Appends the message. Returns false and appends nothing if it was not sealed with this key, nonce and context, or
    /// was changed.
    public static func open(
        _ sealed: ArraySlice<UInt8>, key: SecretBytes, nonce: [UInt8], context: [UInt8], into output: inout [UInt8]
    ) -> Bool {
        guard sealed.count >= tagLength else { return false }
        defer { ERR_clear_error() }
        var tag = Array(sealed.suffix(tagLength))
        let start = output.count
        guard let cipher = try? Cipher(key: key, nonce: nonce, encrypts: false), (try? cipher.add(context)) != nil,
            EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1,
            (try? cipher.run(sealed.dropLast(tagLength), into: &output)) != nil
        else {
            output.removeLast(output.count - start)
            return false
        }
        return true
    }

    private final class Cipher {
        let context: OpaquePointer

        init(key: SecretBytes, nonce: [UInt8], encrypts: Bool) throws(CryptoError) {
            guard key.count == keyLength, nonce.count == nonceLength else {
                throw .unusableKey("the key has not 32 bytes, or the nonce not 12")
            }
            guard let made = EVP_CIPHER_CTX_new() else { throw .lastFailure("a cipher cannot be begun") }
            context = made
            let isBegun = key.withBytes { key in
                let bytes = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return EVP_CipherInit_ex(made, EVP_aes_256_gcm(), nil, bytes, nonce, encrypts ? 1 : 0) == 1
            }
            guard isBegun else { throw .lastFailure("a cipher cannot be begun") }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Adds data that is authenticated and not encrypted.
        func add(_ bytes: [UInt8]) throws(CryptoError) {
            var length: CInt = 0
            guard let count = CInt(exactly: bytes.count), EVP_CipherUpdate(context, nil, &length, bytes, count) == 1 else {
                throw .lastFailure("the context of a message cannot be read")
            }
        }

        /// Appends the result. On decryption, throws if the tag does not match: what was appended is not to be used then.
        func run(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) throws(CryptoError) {
            var isDone = false
            // One byte more, so that there is an address for nothing, too.
            output.append(addingCapacity: bytes.count + 1) { room in
                room.withUnsafeMutableBufferPointer { room, filled in
                    bytes.withUnsafeBufferPointer { input in
                        var length: CInt = 0
                        guard let count = CInt(exactly: input.count),
                            EVP_CipherUpdate(context, room.baseAddress, &length, input.baseAddress, count) == 1
                        else { return }
                        (isDone, filled) = (true, Int(length))
                    }
                }
            }
            var (end, rest): ([UInt8], CInt) = (.init(repeating: 0, count: 16), 0)
            guard isDone, EVP_CipherFinal_ex(context, &end, &rest) == 1 else {
                throw .lastFailure("the message is not what was sealed")
            }
        }
    }
}
