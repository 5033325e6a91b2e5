import CLibcrypto

/// A signed statement of an authority that a digest existed at a time (RFC 3161). The signature is not verified before
/// ``check(trusting:)``.
public struct TimeStamp: Sendable, Hashable {
    /// The most bytes of a token, or of an answer with one.
    public static let maximumLength = 65_536

    /// The token in DER, as `openssl ts -verify -token_in` reads it.
    public let token: [UInt8]
    /// Seconds since 1970-01-01, in UTC.
    public let seconds: Int64
    private let digest: [UInt8]

    /// Reads a token, which must be for this SHA-256.
    public init(token: [UInt8], of digest: [UInt8]) throws(TimeStampFault) {
        ERR_clear_error()
        guard token.count <= Self.maximumLength, let parsed = Self.parsed(token) else { throw .malformed }
        defer { PKCS7_free(parsed) }
        guard let info = PKCS7_to_TS_TST_INFO(parsed) else { throw .malformed }
        defer { TS_TST_INFO_free(info) }
        guard let seconds = TS_TST_INFO_get_time(info).flatMap(Self.seconds) else { throw .malformed }
        (self.token, self.seconds, self.digest) = (token, seconds, digest)
        try verify(nil)
    }

    /// Verifies that one of these authorities has signed it, with a certificate that was valid at the stamped time.
    public func check(trusting authorities: TimeStampAuthorities) throws(TimeStampFault) {
        try verify { authorities.store(at: seconds) }
    }

    /// `trusted` makes the store of trusted certificates; without it, only the digest is compared.
    func verify(_ trusted: (() -> OpaquePointer?)?) throws(TimeStampFault) {
        ERR_clear_error()
        guard let request = TimeStampRequest.make(digest, nonce: nil), let context = TS_REQ_to_TS_VERIFY_CTX(request, nil),
            let parsed = Self.parsed(token)
        else { throw .last() }
        defer {
            TS_REQ_free(request)
            TS_VERIFY_CTX_free(context)
            PKCS7_free(parsed)
        }
        if let trusted {
            // The context frees it.
            guard let store = trusted() else { throw .last() }
            TS_VERIFY_CTX_set_store(context, store)
            TS_VERIFY_CTX_add_flags(context, CInt(TS_VFY_SIGNATURE))
        }
        guard TS_RESP_verify_token(context, parsed) == 1 else { throw .last() }
    }

    private static func parsed(_ token: [UInt8]) -> UnsafeMutablePointer<PKCS7>? {
        token.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            guard let parsed = d2i_PKCS7(nil, &place, buffer.count) else { return nil }
            // Nothing stands behind it.
            if place == buffer.baseAddress.map({ $0 + buffer.count }) { return parsed }
            PKCS7_free(parsed)
            return nil
        }
    }

    static func der(_ token: UnsafeMutablePointer<PKCS7>) -> [UInt8]? {
        let length = i2d_PKCS7(token, nil)
        guard length > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var place = buffer.baseAddress
            count = max(0, Int(i2d_PKCS7(token, &place)))
        }
    }

    static func seconds(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>) -> Int64? {
        guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var (days, seconds): (CInt, CInt) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        // Years have four digits: nothing overflows.
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
