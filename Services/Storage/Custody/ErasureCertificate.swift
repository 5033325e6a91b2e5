public import Crypto
public import Shared

/// What was erased of a submission, when and on whose word: JSON in the form of RFC 8785, in ids and numbers alone. The log of custody
/// has its digest, and a JSON Web Signature says who answers for it.
public struct ErasureCertificate: Sendable, Hashable {
    /// Its type, the end of `application/docket-erasure+jws`.
    public static let type = "docket-erasure+jws"

    /// On whose word it was done.
    public struct Request: Sendable, Hashable {
        /// `person` or `policy`.
        public let basis: String
        /// Such as `operator:erna` or `retention`.
        public let actor: String
        /// Whether it went although the journey asked for keeping it.
        public let overrulesMinimum: Bool

        public init(basis: String, actor: String, overrulesMinimum: Bool) {
            (self.basis, self.actor, self.overrulesMinimum) = (basis, actor, overrulesMinimum)
        }
    }

    /// How much there was.
    public struct Erased: Sendable, Hashable {
        public let documents: Int
        public let pages: Int
        /// Files in the blob store, each counted once.
        public let blobs: Int

        public init(documents: Int, pages: Int, blobs: Int) {
            (self.documents, self.pages, self.blobs) = (documents, pages, blobs)
        }
    }

    /// As it was made, byte for byte.
    public let bytes: [UInt8]
    public let tenant: String
    public let submission: String
    public let erasedAt: String
    public let request: Request
    public let erased: Erased
    /// The digest of the submission's wrapped key, which was deleted; nil where it was not sealed.
    public let key: ContentDigest?

    public init(
        tenant: TenantID, submission: SubmissionID, at time: Timestamp, request: Request, erased: Erased, key: ContentDigest?
    ) {
        (self.tenant, self.submission, erasedAt) = (tenant.rawValue, submission.description, time.description)
        (self.request, self.erased, self.key) = (request, erased, key)
        bytes = JSONCanonicalization.bytes(
            of: .object([
                "tenant": .string(tenant.rawValue), "submission": .string(submission.description),
                "erasedAt": .string(time.description),
                "request": .object([
                    "basis": .string(request.basis), "actor": .string(request.actor),
                    "overrulesMinimum": .boolean(request.overrulesMinimum),
                ]),
                "erased": .object([
                    "documents": .number(Double(erased.documents)), "pages": .number(Double(erased.pages)),
                    "blobs": .number(Double(erased.blobs)),
                ]),
                "key": key.map { .string($0.description) } ?? .null,
            ]))
    }

    /// As somebody has kept it; nil for what is no certificate.
    public init?(kept bytes: [UInt8]) {
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes), case .string(let tenant)? = json["tenant"],
            case .string(let submission)? = json["submission"], case .string(let time)? = json["erasedAt"],
            case .string(let basis)? = json["request"]?["basis"], case .string(let actor)? = json["request"]?["actor"],
            case .boolean(let overrules)? = json["request"]?["overrulesMinimum"],
            let documents = json["erased"]?.count("documents"), let pages = json["erased"]?.count("pages"),
            let blobs = json["erased"]?.count("blobs")
        else { return nil }
        var key: ContentDigest?
        switch json["key"] {
        case .null?: break
        case .string(let text)?:
            guard let digest = ContentDigest(text) else { return nil }
            key = digest
        default: return nil
        }
        (self.bytes, self.tenant, self.submission, erasedAt, self.key) = (bytes, tenant, submission, time, key)
        request = Request(basis: basis, actor: actor, overrulesMinimum: overrules)
        erased = Erased(documents: documents, pages: pages, blobs: blobs)
    }

    /// - Throws: Why the text is not believed. What is signed and is no certificate is `malformed`.
    public init(verifying text: String, with keys: JSONWebKeySet) throws(SignedDocument.Fault) {
        let document = try SignedDocument(verifying: text, type: Self.type, with: keys)
        guard let certificate = ErasureCertificate(kept: document.payload) else { throw .malformed }
        self = certificate
    }

    public func signed(with key: SigningKey) throws(CryptoError) -> String {
        try SignedDocument.sign(bytes, type: Self.type, with: key)
    }

    public var digest: ContentDigest { ContentDigest(of: bytes) }

    /// What the erasure's row of the audit trail says, which is a leaf of the log.
    public var note: String { "certificate \(digest)" }
}

extension JSONValue {
    fileprivate func count(_ member: String) -> Int? {
        guard case .number(let number)? = self[member], let count = Int(exactly: number), count >= 0 else { return nil }
        return count
    }
}
