import CP11Kit
import Crypto

/// A session with a token (PKCS #11 2.40, section 5.6), for one call.
struct TokenSession {
    let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>
    let handle: CK_SESSION_HANDLE

    func close() { _ = functions.pointee.C_CloseSession?(handle) }

    /// The login is the process's, and holds until its last session ends.
    func logIn(_ pin: String) throws(TokenError) {
        var bytes = Array(pin.utf8)
        let code = functions.pointee.C_Login?(handle, CKU_USER, &bytes, CUnsignedLong(bytes.count))
        guard code != CKR_USER_ALREADY_LOGGED_IN else { return }
        try TokenError.check(code, "log in")
    }

    /// The key that the URI names.
    func key(_ uri: OpaquePointer, _ kind: TokenKeyKind) throws(TokenError) -> CK_OBJECT_HANDLE {
        let words = kind.words
        var (kind, type) = (kind.objectClass, kind.type)
        var found = [CK_OBJECT_HANDLE](repeating: 0, count: 2)
        var count: CUnsignedLong = 0
        try withUnsafeMutableBytes(of: &kind) { (kind) throws(TokenError) in
            try withUnsafeMutableBytes(of: &type) { (type) throws(TokenError) in
                var template = [
                    CK_ATTRIBUTE(type: CKA_CLASS, pValue: kind.baseAddress, ulValueLen: CUnsignedLong(kind.count)),
                    CK_ATTRIBUTE(type: CKA_KEY_TYPE, pValue: type.baseAddress, ulValueLen: CUnsignedLong(type.count)),
                ]
                for name in [CKA_LABEL, CKA_ID] {
                    if let attribute = p11_kit_uri_get_attribute(uri, name) { template.append(attribute.pointee) }
                }
                try TokenError.check(
                    functions.pointee.C_FindObjectsInit?(handle, &template, CUnsignedLong(template.count)), "look for the key")
                let code = functions.pointee.C_FindObjects?(handle, &found, CUnsignedLong(found.count), &count)
                _ = functions.pointee.C_FindObjectsFinal?(handle)
                try TokenError.check(code, "look for the key")
            }
        }
        guard count == 1 else {
            throw TokenError(
                .unknownKey, count == 0 ? "has no such \(words)" : "has several of that name: give the \(words) by `id`, too")
        }
        return found[0]
    }
}

// ECDSA (PKCS #11 Mechanisms 2.40, section 2.3.6), of what was digested before.
extension TokenSession {
    /// More than two numbers of any curve need.
    private static let longestSignature = 256

    func sign(_ digest: [UInt8], by key: CK_OBJECT_HANDLE) throws(TokenError) -> [UInt8] {
        var (mechanism, digest) = (CK_MECHANISM(mechanism: CKM_ECDSA, pParameter: nil, ulParameterLen: 0), digest)
        try TokenError.check(functions.pointee.C_SignInit?(handle, &mechanism, key), "sign by ECDSA")
        var signature = [UInt8](repeating: 0, count: Self.longestSignature)
        var count = CUnsignedLong(signature.count)
        try TokenError.check(
            functions.pointee.C_Sign?(handle, &digest, CUnsignedLong(digest.count), &signature, &count), "sign by ECDSA")
        return Array(signature.prefix(Int(clamping: count)))
    }
}

// AES-GCM (NIST SP 800-38D; PKCS #11 Mechanisms 2.40, section 2.12.3): the nonce, what was encrypted, and the tag.
extension TokenSession {
    private static let (nonceLength, tagLength) = (12, 16)

    func encrypt(_ secret: SecretBytes, by key: CK_OBJECT_HANDLE, context: [UInt8]) throws(TokenError) -> [UInt8] {
        var nonce = SecureRandom.bytes(Self.nonceLength)
        var sealed = [UInt8](repeating: 0, count: secret.count + Self.tagLength)
        try withMechanism(&nonce, context) { (mechanism) throws(TokenError) in
            try TokenError.check(functions.pointee.C_EncryptInit?(handle, mechanism, key), "encrypt by AES-GCM")
            var count = CUnsignedLong(sealed.count)
            let code = secret.withBytes { bytes in
                functions.pointee.C_Encrypt?(
                    handle, UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)),
                    CUnsignedLong(bytes.count), &sealed, &count)
            }
            try TokenError.check(code, "encrypt by AES-GCM")
            guard count == sealed.count else { throw TokenError(.unavailable, "encrypts \(secret.count) bytes as \(count)") }
        }
        // A token may take a nonce of its own, which it has written in the place of this one.
        return nonce + sealed
    }

    /// - Throws: `notOpened` if the key has not encrypted this in this context.
    func decrypt(_ sealed: [UInt8], by key: CK_OBJECT_HANDLE, context: [UInt8]) throws(TokenError) -> SecretBytes {
        let (code, plain) = try decryption(of: sealed, by: key, context)
        if let code, code != CKR_OK {
            let isRefusal = Self.refusals.contains(code) ? true : try opensItsOwn(key)
            guard !isRefusal else { throw TokenError(.notOpened, "cannot decrypt it: \(TokenError.words(code))") }
        }
        try TokenError.check(code, "decrypt by AES-GCM")
        return SecretBytes(consuming: plain)
    }

    /// What PKCS #11 has for bytes that are none of the key's; the last one since version 3.
    private static let refusals = [CKR_ENCRYPTED_DATA_INVALID, CKR_ENCRYPTED_DATA_LEN_RANGE, 0x42]

    /// Whether the key opens what it has wrapped: some tokens answer a general error to bytes of others.
    private func opensItsOwn(_ key: CK_OBJECT_HANDLE) throws(TokenError) -> Bool {
        try decryption(of: try encrypt(.random(32), by: key, context: []), by: key, []).code == CKR_OK
    }

    private func decryption(
        of sealed: [UInt8], by key: CK_OBJECT_HANDLE, _ context: [UInt8]
    ) throws(TokenError) -> (code: CK_RV?, plain: [UInt8]) {
        guard sealed.count > Self.nonceLength + Self.tagLength else {
            throw TokenError(.notOpened, "cannot decrypt what was cut")
        }
        var (nonce, rest) = (Array(sealed[..<Self.nonceLength]), Array(sealed[Self.nonceLength...]))
        var plain = [UInt8](repeating: 0, count: rest.count)
        var count = CUnsignedLong(plain.count)
        let code = try withMechanism(&nonce, context) { (mechanism) throws(TokenError) in
            try TokenError.check(functions.pointee.C_DecryptInit?(handle, mechanism, key), "decrypt by AES-GCM")
            return functions.pointee.C_Decrypt?(handle, &rest, CUnsignedLong(rest.count), &plain, &count)
        }
        plain.removeLast(plain.count - Int(clamping: min(count, CUnsignedLong(plain.count))))
        return (code, plain)
    }

    private func withMechanism<Value>(
        _ nonce: inout [UInt8], _ context: [UInt8],
        _ body: (UnsafeMutablePointer<CK_MECHANISM>) throws(TokenError) -> Value
    ) throws(TokenError) -> Value {
        var context = context
        let (nonceLength, contextLength) = (CUnsignedLong(nonce.count), CUnsignedLong(context.count))
        return try nonce.withUnsafeMutableBufferPointer { (nonce) throws(TokenError) in
            try context.withUnsafeMutableBufferPointer { (context) throws(TokenError) in
                var parameters = CK_GCM_PARAMS(
                    pIv: nonce.baseAddress, ulIvLen: nonceLength, ulIvBits: nonceLength * 8, pAAD: context.baseAddress,
                    ulAADLen: contextLength, ulTagBits: CUnsignedLong(Self.tagLength * 8))
                return try withUnsafeMutableBytes(of: &parameters) { (parameters) throws(TokenError) in
                    var mechanism = CK_MECHANISM(
                        mechanism: CKM_AES_GCM, pParameter: parameters.baseAddress,
                        ulParameterLen: CUnsignedLong(parameters.count))
                    return try body(&mechanism)
                }
            }
        }
    }
}
