import CLibcrypto

/// A request to a time-stamp authority (RFC 3161, section 2.4.1) for a digest.
public struct TimeStampQuery: Sendable {
    /// `application/timestamp-query`
    public static let mediaType = "application/timestamp-query"
    public static let answerType = "application/timestamp-reply"

    private let digest: [UInt8]
    /// The request in DER.
    public let bytes: [UInt8]

    /// `digest` is a SHA-256. The request asks for the authority's certificate and holds a random nonce, which the answer
    /// must repeat.
    public init(of digest: [UInt8]) throws(CryptoError) {
        self.digest = digest
        guard let request = TimeStampRequest.make(digest, nonce: SecureRandom.bytes(8)) else {
            throw .lastFailure("a time stamp cannot be asked for")
        }
        defer { TS_REQ_free(request) }
        guard let bytes = TimeStampRequest.der(request) else { throw .lastFailure("a time stamp cannot be asked for") }
        self.bytes = bytes
    }

    /// The time stamp of an answer. Digest and nonce are checked always; the signature only if authorities are given.
    public func stamp(in answer: [UInt8], trusting authorities: TimeStampAuthorities?) throws(TimeStampFault) -> TimeStamp {
        ERR_clear_error()
        guard answer.count <= TimeStamp.maximumLength, let response = Self.response(answer) else { throw .malformed }
        defer { TS_RESP_free(response) }
        guard let status = TS_RESP_get_status_info(response),
            let number = TS_STATUS_INFO_get0_status(status).map({ ASN1_INTEGER_get($0) })
        else { throw .malformed }
        // Granted, or granted with changes (section 2.4.2).
        guard number == 0 || number == 1 else { throw .refused(Self.words(of: status)) }
        guard let token = TS_RESP_get_token(response), let bytes = TimeStamp.der(token) else { throw .malformed }
        let stamp = try TimeStamp(token: bytes, of: digest)
        guard let request = Self.request(self.bytes), let context = TS_REQ_to_TS_VERIFY_CTX(request, nil) else { throw .last() }
        defer {
            TS_REQ_free(request)
            TS_VERIFY_CTX_free(context)
        }
        guard TS_RESP_verify_response(context, response) == 1 else { throw .last() }
        if let authorities { try stamp.check(trusting: authorities) }
        return stamp
    }

    private static func response(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_TS_RESP(nil, &place, buffer.count)
        }
    }

    private static func request(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_TS_REQ(nil, &place, buffer.count)
        }
    }

    /// The authority's status text, truncated.
    private static func words(of status: OpaquePointer) -> String {
        guard let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        TS_STATUS_INFO_print_bio(output, status)
        var text = [UInt8](repeating: 0, count: 300)
        let count = BIO_read(output, &text, CInt(text.count))
        // Anybody may have written it: it stands on one line of a log.
        let line = text.prefix(max(0, Int(count))).map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        return String(decoding: line, as: UTF8.self)
    }
}

/// Requests in the form of libcrypto.
enum TimeStampRequest {
    static func make(_ digest: [UInt8], nonce: [UInt8]?) -> OpaquePointer? {
        guard let request = TS_REQ_new(), let imprint = TS_MSG_IMPRINT_new(), let algorithm = X509_ALGOR_new() else { return nil }
        defer {
            TS_MSG_IMPRINT_free(imprint)
            X509_ALGOR_free(algorithm)
        }
        X509_ALGOR_set_md(algorithm, EVP_sha256())
        var digest = digest
        guard digest.count == 32, TS_REQ_set_version(request, 1) == 1, TS_MSG_IMPRINT_set_algo(imprint, algorithm) == 1,
            TS_MSG_IMPRINT_set_msg(imprint, &digest, CInt(digest.count)) == 1, TS_REQ_set_msg_imprint(request, imprint) == 1,
            TS_REQ_set_cert_req(request, 1) == 1, nonce.map({ set($0, of: request) }) ?? true
        else {
            TS_REQ_free(request)
            return nil
        }
        return request
    }

    private static func set(_ nonce: [UInt8], of request: OpaquePointer) -> Bool {
        guard let number = BN_bin2bn(nonce, CInt(nonce.count), nil) else { return false }
        defer { BN_free(number) }
        guard let value = BN_to_ASN1_INTEGER(number, nil) else { return false }
        defer { ASN1_INTEGER_free(value) }
        return TS_REQ_set_nonce(request, value) == 1
    }

    static func der(_ request: OpaquePointer) -> [UInt8]? {
        let length = i2d_TS_REQ(request, nil)
        guard length > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var place = buffer.baseAddress
            count = max(0, Int(i2d_TS_REQ(request, &place)))
        }
    }
}
