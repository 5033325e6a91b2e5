import CLibcrypto

/// Signed data with one signer (RFC 5652, section 5), parsed. The bytes are hostile: it lives in the jail alone.
final class SignedData {
    /// More than any chain has, with the answers of authorities beside it.
    private static let mostCertificates = 64

    private let message: OpaquePointer
    /// Borrowed from the message.
    private let signerInfo: OpaquePointer
    let signer: Certificate
    private let certificates: [Certificate]

    /// Nil for anything else, for a message without the signer's certificate, and for one of several signers.
    init?(_ bytes: [UInt8]) {
        guard let message = Self.parsed(bytes) else { return nil }
        guard OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed, let certificates = Self.certificates(of: message),
            let signers = CMS_get0_SignerInfos(message), OPENSSL_sk_num(signers) == 1,
            let info = OPENSSL_sk_value(signers, 0).map({ OpaquePointer($0) }),
            let signer = certificates.first(where: { CMS_SignerInfo_cert_cmp(info, $0.pointer) == 0 })
        else {
            CMS_ContentInfo_free(message)
            return nil
        }
        (self.message, signerInfo, self.signer, self.certificates) = (message, info, signer, certificates)
        CMS_SignerInfo_set1_signer_cert(info, signer.pointer)
    }

    deinit { CMS_ContentInfo_free(message) }

    private static func parsed(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            guard let parsed = d2i_CMS_ContentInfo(nil, &place, buffer.count) else { return nil }
            let end = buffer.baseAddress.flatMap { start in place.map { $0 - start } } ?? buffer.count
            // Room for a signature is filled up with zeros.
            if buffer[min(max(0, end), buffer.count)...].allSatisfy({ $0 == 0 }) { return parsed }
            CMS_ContentInfo_free(parsed)
            return nil
        }
    }

    private static func certificates(of message: OpaquePointer) -> [Certificate]? {
        guard let list = CMS_get1_certs(message) else { return nil }
        defer { OPENSSL_sk_free(list) }
        let all = (0..<OPENSSL_sk_num(list)).compactMap {
            OPENSSL_sk_value(list, $0).map { Certificate(owning: OpaquePointer($0)) }
        }
        return all.count <= mostCertificates ? all : nil
    }

    // MARK: - The content

    /// Whether the content is what was signed: `unknownSigner` if it is, else `weak`, `broken` or `unknown`.
    func judgedContent(_ content: [ArraySlice<UInt8>], _ form: ContentSignature.Form) -> ContentSignature.Verdict {
        guard let function = SignatureDigest(digestNumber) else { return .unknown }
        let isWeak: Bool
        switch form {
        case .detached, .advanced:
            guard attachedContent == nil, let signed = signedDigest else { return .unknown }
            guard function.hash(content) == signed else { return .broken }
            isWeak = function.isWeak
        case .overSHA1:
            guard let attached = attachedContent, let signed = signedDigest else { return .unknown }
            guard SignatureDigest(NID_sha1)?.hash(content) == attached, function.hash([attached[...]]) == signed else {
                return .broken
            }
            isWeak = true
        }
        // The attributes are signed, and so the digest among them.
        guard CMS_SignerInfo_verify(signerInfo) == 1 else { return isForged ? .broken : .unknown }
        guard namesSigner(isRequired: form == .advanced) else { return .unknown }
        return isWeak ? .weak : .unknownSigner
    }

    /// Whether the last call has failed because the signature is that of something else.
    private var isForged: Bool {
        while case let code = ERR_get_error(), code != 0 {
            if ERR_GET_LIB(code) == ERR_LIB_CMS, ERR_GET_REASON(code) == CMS_R_VERIFICATION_FAILURE { return true }
        }
        return false
    }

    private var digestNumber: CInt {
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        CMS_SignerInfo_get0_algs(signerInfo, nil, nil, &algorithm, nil)
        return algorithm.map { OBJ_obj2nid($0.pointee.algorithm) } ?? NID_undef
    }

    private var attachedContent: [UInt8]? {
        guard let place = CMS_get0_content(message), let string = place.pointee else { return nil }
        return Self.bytes(of: string)
    }

    /// The digest among the signed attributes (section 11.2); nil without it, and where what was signed is no plain data.
    private var signedDigest: [UInt8]? {
        let type = CMS_signed_get0_data_by_OBJ(signerInfo, OBJ_nid2obj(NID_pkcs9_contentType), -3, V_ASN1_OBJECT)
        guard let type, OBJ_obj2nid(OpaquePointer(type)) == NID_pkcs7_data,
            let value = CMS_signed_get0_data_by_OBJ(signerInfo, OBJ_nid2obj(NID_pkcs9_messageDigest), -3, V_ASN1_OCTET_STRING)
        else { return nil }
        return Self.bytes(of: value.assumingMemoryBound(to: ASN1_OCTET_STRING.self))
    }

    /// Whether the signed attributes that name the signer's certificate (RFC 5035) name this one. Else another certificate
    /// of the same key could be put in its place.
    private func namesSigner(isRequired: Bool) -> Bool {
        let old = der(ofSigned: NID_id_smime_aa_signingCertificate)
        let new = der(ofSigned: NID_id_smime_aa_signingCertificateV2)
        guard old != nil || new != nil else { return !isRequired }
        let first = old.flatMap { Self.read($0) { d2i_ESS_SIGNING_CERT(nil, &$0, $1) } }
        let second = new.flatMap { Self.read($0) { d2i_ESS_SIGNING_CERT_V2(nil, &$0, $1) } }
        defer {
            ESS_SIGNING_CERT_free(first)
            ESS_SIGNING_CERT_V2_free(second)
        }
        guard (old == nil) == (first == nil), (new == nil) == (second == nil), let chain = OPENSSL_sk_new_null() else {
            return false
        }
        defer { OPENSSL_sk_free(chain) }
        for certificate in [signer] + certificates.filter({ $0 !== signer }) {
            OPENSSL_sk_push(chain, UnsafeRawPointer(certificate.pointer))
        }
        return OSSL_ESS_check_signing_certs(first, second, chain, 1) == 1
    }

    private static func read(
        _ der: [UInt8], _ body: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return body(&place, buffer.count)
        }
    }

    private func der(ofSigned attribute: CInt) -> [UInt8]? {
        let place = CMS_signed_get_attr_by_NID(signerInfo, attribute, -1)
        return place < 0 ? nil : Self.sequence(of: CMS_signed_get_attr(signerInfo, place)) ?? []
    }

    /// An attribute's first value, if it is a sequence.
    private static func sequence(of attribute: OpaquePointer?) -> [UInt8]? {
        attribute.flatMap { X509_ATTRIBUTE_get0_data($0, 0, V_ASN1_SEQUENCE, nil) }
            .map { bytes(of: $0.assumingMemoryBound(to: ASN1_STRING.self)) }
    }

    private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
        guard let start = ASN1_STRING_get0_data(string) else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(max(0, ASN1_STRING_length(string)))))
    }

    // MARK: - The time

    /// As the signer claims (section 11.3).
    var claimedSeconds: Int64? {
        let place = CMS_signed_get_attr_by_NID(signerInfo, NID_pkcs9_signingTime, -1)
        guard place >= 0, let attribute = CMS_signed_get_attr(signerInfo, place) else { return nil }
        let time = [V_ASN1_UTCTIME, V_ASN1_GENERALIZEDTIME].lazy.compactMap { X509_ATTRIBUTE_get0_data(attribute, 0, $0, nil) }
            .first
        return time.flatMap { TimeStamp.seconds($0.assumingMemoryBound(to: ASN1_TIME.self)) }
    }

    /// By a time stamp of the signature with SHA-256 (RFC 5126, section 6.1.1), whose authority is trusted now.
    func stampedSeconds(_ authorities: SignatureAuthorities, now: Int64) -> Int64? {
        let place = CMS_unsigned_get_attr_by_NID(signerInfo, NID_id_smime_aa_timeStampToken, -1)
        guard place >= 0, let token = Self.sequence(of: CMS_unsigned_get_attr(signerInfo, place)),
            let value = CMS_SignerInfo_get0_signature(signerInfo),
            let stamp = try? TimeStamp(token: token, of: SHA256.hash(Self.bytes(of: value))), stamp.seconds <= now,
            (try? stamp.verify { authorities.store(at: now) }) != nil
        else { return nil }
        return stamp.seconds
    }

    // MARK: - The signer

    /// Whether an authority answers for the signer: `trusted`, `expired`, `weak` or `unknownSigner`.
    func judgedSigner(_ authorities: SignatureAuthorities, at seconds: Int64) -> ContentSignature.Verdict {
        guard signer.maySignDocuments else { return .unknownSigner }
        switch verify(authorities, at: nil) {
        case X509_V_OK: break
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: return .weak
        default: return .unknownSigner
        }
        switch verify(authorities, at: seconds) {
        case X509_V_OK: return .trusted
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: return .expired
        default: return .unknownSigner
        }
    }

    /// How the verification of the signer's chain ends, as libcrypto says.
    private func verify(_ authorities: SignatureAuthorities, at seconds: Int64?) -> CInt {
        guard let store = authorities.store(at: nil) else { return X509_V_ERR_UNSPECIFIED }
        defer { X509_STORE_free(store) }
        guard let context = X509_STORE_CTX_new(), let others = OPENSSL_sk_new_null() else { return X509_V_ERR_OUT_OF_MEM }
        defer {
            X509_STORE_CTX_free(context)
            OPENSSL_sk_free(others)
        }
        for certificate in certificates { OPENSSL_sk_push(others, UnsafeRawPointer(certificate.pointer)) }
        guard X509_STORE_CTX_init(context, store, signer.pointer, others) == 1 else { return X509_V_ERR_UNSPECIFIED }
        if let seconds {
            guard let parameters = X509_STORE_CTX_get0_param(context) else { return X509_V_ERR_UNSPECIFIED }
            X509_VERIFY_PARAM_clear_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
            X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
        }
        let isVerified = X509_verify_cert(context) == 1
        let error = X509_STORE_CTX_get_error(context)
        return isVerified || error != X509_V_OK ? error : X509_V_ERR_UNSPECIFIED
    }
}
