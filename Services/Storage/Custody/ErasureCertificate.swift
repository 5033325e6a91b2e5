public import Crypto
public import Shared

/// What was erased of a submission, when, and on whose authority: JSON in the form of RFC 8785, only with ids and
/// numbers. The custody log has its digest, and a JSON Web Signature is the installation's.
public struct ErasureCertificate: Sendable, Hashable {
    /// The type, the end of `application/docket-erasure+jws`.
    public static let type = "docket-erasure+jws"

    /// On whose authority it was done.
    public struct Request: Sendable, Hashable {
        /// `person` or `policy`.
        public let basis: String
        /// Such as `operator:erna` or `retention`.
        public let actor: String
        /// Whether it overruled the journey's legal minimum.
        public let overrulesMinimum: Bool

        public init(basis: String, actor: String, overrulesMinimum: Bool) {
            (self.basis, self.actor, self.overrulesMinimum) = (basis, actor, overrulesMinimum)
        }
    }

    /// The amounts that were erased.
    public struct Erased: Sendable, Hashable {
        public let documents: Int
        public let pages: Int
        /// Files in the blob store, each counted once.
        public let blobs: Int

        public init(documents: Int, pages: Int, blobs: Int) {
            (self.documents, self.pages, self.blobs) = (documents, pages, blobs)
        }
    }

    /// The exact bytes.
    public let bytes: [UInt8]
    public let tenant: String
    public let submission: String
    public let erasedAt: String
    public let request: Request
    public let erased: Erased
    /// The digest of the submission's deleted wrapped key; nil if it was not sealed.
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

    /// Parses stored bytes; nil if they are not a certificate.
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

    /// - Throws: The fault of the signed text. A signed text that is not a certificate is `malformed`.
    public init(verifying text: String, with keys: JSONWebKeySet) throws(SignedDocument.Fault) {
        let document = try SignedDocument(verifying: text, type: Self.type, with: keys)
        guard let certificate = ErasureCertificate(kept: document.payload) else { throw .malformed }
        self = certificate
    }

    public func signed(with key: any Signer) async throws(CryptoError) -> String {
        try await SignedDocument.sign(bytes, type: Self.type, with: key)
    }

    public var digest: ContentDigest { ContentDigest(of: bytes) }

    /// The note of the erasure's audit entry, which is a leaf of the log.
    public var note: String { "certificate \(digest)" }
}

extension JSONValue {
    fileprivate func count(_ member: String) -> Int? {
        guard case .number(let number)? = self[member], let count = Int(exactly: number), count >= 0 else { return nil }
        return count
    }
}
