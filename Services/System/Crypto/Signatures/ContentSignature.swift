import CLibcrypto

/// What is known of a signature (CMS, RFC 5652) of content that stands outside of it.
public struct ContentSignature: Sendable, Hashable {
    public enum Verdict: Sendable, Hashable {
        /// The content is as it was signed, and a trusted authority answers for the signer.
        case trusted
        /// The content is as it was signed, by a signer for whom no trusted authority answers.
        case unknownSigner
        /// A trusted authority answers for the signer, but not for that time: a certificate had ended, or not begun.
        case expired
        /// The content is as it was signed, but by a digest or a key that can be forged.
        case weak
        /// The content, or what was signed of it, is another one.
        case broken
        /// It cannot be told: it is no such signature, or of a kind that is not checked.
        case unknown
    }

    /// How the signature refers to the content.
    public enum Form: Sendable, Hashable {
        /// It holds the content's digest as a signed attribute.
        case detached
        /// The same, and names the signer's certificate as a signed attribute (CAdES, ETSI EN 319 122-1).
        case advanced
        /// It holds the content's SHA-1, which it signs.
        case overSHA1
    }

    public var verdict: Verdict
    /// Of the signer's certificate, as it says; unbounded, and of any characters.
    public var signer: String?
    /// When it was signed, as the signer claims. Seconds since 1970-01-01, in UTC.
    public var claimedSeconds: Int64?
    /// When it existed, as a trusted authority has stamped it (RFC 3161): the signer's certificate is judged at that time.
    public var stampedSeconds: Int64?

    /// Checks a signature.
    ///
    /// `message` is in DER or BER, and any number of zeros may follow; `content` is given in parts, in order. `now` is when
    /// certificates are judged, in seconds since 1970-01-01: those of authorities for time, and where none of them has
    /// stamped the signature, all.
    public init(
        _ message: [UInt8], _ form: Form, of content: [ArraySlice<UInt8>], trusting authorities: SignatureAuthorities, now: Int64
    ) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let signed = SignedData(message) else {
            self.init(verdict: .unknown)
            return
        }
        self.init(verdict: .unknown, signer: signed.signer.subject, claimedSeconds: signed.claimedSeconds)
        verdict = signed.judgedContent(content, form)
        guard verdict == .unknownSigner else { return }
        stampedSeconds = signed.stampedSeconds(authorities, now: now)
        verdict = signed.judgedSigner(authorities, at: stampedSeconds ?? now)
    }

    private init(verdict: Verdict, signer: String? = nil, claimedSeconds: Int64? = nil) {
        (self.verdict, self.signer, self.claimedSeconds) = (verdict, signer, claimedSeconds)
    }
}

/// A digest function by its number in libcrypto.
struct SignatureDigest {
    private static let strong: Set<CInt> = [
        NID_sha224, NID_sha256, NID_sha384, NID_sha512, NID_sha512_224, NID_sha512_256, NID_sha3_224, NID_sha3_256, NID_sha3_384,
        NID_sha3_512,
    ]
    private static let weak: Set<CInt> = [NID_sha1, NID_md5]

    let isWeak: Bool
    private let function: OpaquePointer

    /// Nil for a function that is not checked.
    init?(_ number: CInt) {
        guard Self.strong.contains(number) || Self.weak.contains(number),
            let function = OBJ_nid2sn(number).flatMap({ EVP_get_digestbyname($0) })
        else { return nil }
        (self.function, isWeak) = (function, Self.weak.contains(number))
    }

    func hash(_ parts: [ArraySlice<UInt8>]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, function, nil) == 1 else { return nil }
        for part in parts {
            guard part.withUnsafeBytes({ EVP_DigestUpdate(context, $0.baseAddress, $0.count) }) == 1 else { return nil }
        }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
        return Array(digest.prefix(Int(count)))
    }
}
