public import Crypto
public import Shared

/// A signed manifest whose signature holds, and what it says of files.
public struct ManifestCheck: Sendable {
    /// More than any submission has.
    static let mostFiles = 100_000

    public struct File: Sendable, Hashable {
        /// Where the gateway has it.
        public let link: String
        public let digest: ContentDigest
        /// Bytes.
        public let size: Int
    }

    /// The thumbprint of the key that has signed it (RFC 7638).
    public let keyID: String?
    public let submission: String?
    /// The submission's, when it was signed.
    public let state: String?
    public let signedAt: String?
    public let version: Int?
    /// In the order of the documents.
    public let files: [File]
    /// Of what was read of the documents, where something was.
    public let factsDigest: ContentDigest?

    /// - Throws: Why the text is not believed. A manifest whose signature holds and that is no manifest is `malformed`.
    public init(verifying text: String, with keys: JSONWebKeySet) throws(SignedDocument.Fault) {
        let document = try SignedDocument(verifying: text, type: SignedManifest.type, with: keys)
        guard let manifest = try? CanonicalJSON.decode(JSONValue.self, from: document.payload),
            case .array(let documents)? = manifest["documents"]
        else { throw .malformed }
        keyID = document.keyID
        (submission, signedAt) = (manifest["submission"]?.text, manifest["signedAt"]?.text)
        (version, state) = (manifest["version"]?.whole, manifest["state"]?.text)
        factsDigest = manifest["factsDigest"]?.text.flatMap { ContentDigest($0) }
        var files: [File] = []
        for document in documents { try Self.gather(document, into: &files) }
        self.files = files
    }

    /// Whatever has a digest, a size and a link is a file, wherever it stands: a later version may name more of them.
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

    /// Whether these are the facts that it names, as the API gives them.
    public func holds(facts: JSONValue) -> Bool { factsDigest == ContentDigest(of: JSONCanonicalization.bytes(of: facts)) }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var whole: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
}
