public import Crypto
public import Shared

/// A manifest with a valid signature, and its files.
public struct ManifestCheck: Sendable {
    /// More files than any submission has.
    static let mostFiles = 100_000

    public struct File: Sendable, Hashable {
        /// The address of the file at the gateway.
        public let link: String
        public let digest: ContentDigest
        /// In bytes.
        public let size: Int
    }

    /// The thumbprint of the signing key (RFC 7638).
    public let keyID: String?
    public let submission: String?
    /// The submission's state at the time of signing.
    public let state: String?
    public let signedAt: String?
    public let version: Int?
    /// The manifest itself.
    public let content: JSONValue
    /// In the order of the documents.
    public let files: [File]
    /// Of the values read from the documents, if there are any.
    public let factsDigest: ContentDigest?

    /// - Throws: The fault of the signed text. A signed text that is not a manifest is `malformed`.
    public init(verifying text: String, with keys: JSONWebKeySet) throws(SignedDocument.Fault) {
        let document = try SignedDocument(verifying: text, type: SignedManifest.type, with: keys)
        guard let manifest = try? CanonicalJSON.decode(JSONValue.self, from: document.payload),
            case .array(let documents)? = manifest["documents"]
        else { throw .malformed }
        (keyID, content) = (document.keyID, manifest)
        (submission, signedAt) = (manifest["submission"]?.text, manifest["signedAt"]?.text)
        (version, state) = (manifest["version"]?.whole, manifest["state"]?.text)
        factsDigest = manifest["factsDigest"]?.text.flatMap { ContentDigest($0) }
        var files: [File] = []
        for document in documents { try Self.gather(document, into: &files) }
        self.files = files
    }

    /// Any object with a digest, a size and a link is a file, in any place: a later version may have more of them.
    private static func gather(_ value: JSONValue, into files: inout [File]) throws(SignedDocument.Fault) {
        switch value {
        case .array(let elements): for element in elements { try gather(element, into: &files) }
        case .object(let members):
            if let link = members["link"]?.text, let text = members["digest"]?.text, let size = members["size"]?.whole {
                guard let digest = ContentDigest(text), files.count < mostFiles else { throw .malformed }
                files.append(File(link: link, digest: digest, size: size))
            }
            for (_, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                try gather(member, into: &files)
            }
        default: break
        }
    }

    /// Whether the manifest names these facts, in the API's form.
    public func holds(facts: JSONValue) -> Bool { factsDigest == ContentDigest(of: JSONCanonicalization.bytes(of: facts)) }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var whole: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
}
