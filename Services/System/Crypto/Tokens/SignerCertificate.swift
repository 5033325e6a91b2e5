import CLibcrypto

/// The certificate (RFC 5280) of a signer with ECDSA over P-256, P-384 or P-521, such as the signers of 2D-Doc codes.
///
/// The issuer is not checked: the certificate's source has to be trusted.
public struct SignerCertificate: Sendable {
    private let key: PublicKeyHandle
    private let curve: KeyCurve
    /// Days since 1970-01-01, in UTC. Signatures of all days from the first to the last are valid.
    public let firstDay, lastDay: Int

    /// From PEM (RFC 7468, section 5) or DER. Throws for other input, and for a certificate with another kind of key.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard let read = Self.read(bytes) else {
            throw .lastFailure("the file is not a certificate in PEM or DER", code: .invalidKey)
        }
        defer { X509_free(read) }
        key = try PublicKeyHandle(owning: X509_get_pubkey(read))
        guard let curve = KeyCurve(rawValue: key.curve) else {
            throw .unusableKey("the certificate's key is none over P-256, P-384 or P-521")
        }
        self.curve = curve
        guard let first = Self.day(X509_get0_notBefore(read)), let last = Self.day(X509_get0_notAfter(read)) else {
            throw .unusableKey("the certificate does not say when it is good")
        }
        (firstDay, lastDay) = (first, last)
    }

    /// Whether the certificate's key has signed these bytes. The signature is its two adjacent numbers; the digest is
    /// that of the curve: SHA-256, SHA-384 or SHA-512.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        key.verifies(numbers: signature, over: curve, message)
    }

    private static func read(_ bytes: [UInt8]) -> OpaquePointer? {
        let made = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let source = BIO_new_mem_buf(buffer.baseAddress, CInt(clamping: buffer.count)) else { return nil }
            defer { BIO_free(source) }
            return PEM_read_bio_X509(source, nil, nil, nil)
        }
        if let made { return made }
        return bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_X509(nil, &place, buffer.count)
        }
    }

    private static func day(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
        guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var (days, seconds): (CInt, CInt) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Int(days)
    }
}
