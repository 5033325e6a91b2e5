public import Shared

/// What an outcome settles, in canonical form: states, verdicts, and the digest of each file but previews, which may come
/// later.
///
/// The outcome's event has its digests, and is a leaf of the custody log. So a row that is changed afterwards, or a
/// manifest that is signed over changed rows, contradicts a leaf.
public struct SubmissionRecord: Sendable, Hashable {
    /// The members of a manifest that belong to it, at any depth. There are events with digests over exactly these: what a
    /// later manifest adds is left out, and what it should cover needs another member of the event.
    private static let members: Set<String> = [
        "submission", "journey", "journeyVersion", "state", "version", "documents", "id", "type", "issueDate", "expiryDate",
        "verdict", "rules", "pages", "rotation", "crop", "images", "pdf", "making", decoders, "digest", "size", "mediaType",
        "dimensions", "width", "height",
    ]
    /// Kept with all its members, which are names.
    private static let decoders = "decoders"

    /// All but the files as they came.
    public let lasting: JSONValue
    /// The files as they came, with the ids of their pages.
    public let originals: JSONValue
    /// Of what was found out; nil if that is not known.
    public let facts: ContentDigest?

    public var digests: OutcomeRecord {
        OutcomeRecord(
            lasting: ContentDigest(of: JSONCanonicalization.bytes(of: lasting)),
            originals: ContentDigest(of: JSONCanonicalization.bytes(of: originals)), facts: facts)
    }

    /// The record in an outcome's event; nil if the bytes are another event, or of a time before there were records.
    public static func digests(inEvent bytes: [UInt8]) -> OutcomeRecord? {
        (try? CanonicalJSON.decode(Told.self, from: bytes))?.data.record
    }

    private struct Told: Decodable {
        struct Data: Decodable { let record: OutcomeRecord? }
        let data: Data
    }
}

// MARK: - From a manifest

extension SubmissionRecord {
    public init(manifest: JSONValue) {
        lasting = Self.kept(manifest)
        originals = .array(
            Self.elements("documents", of: manifest).flatMap { Self.elements("pages", of: $0) }.compactMap { page in
                guard let file = page["original"], let id = page["id"] else { return nil }
                return .object(["page": id, "file": Self.kept(file)])
            })
        if case .string(let digest)? = manifest[OutcomeRecord.factsInManifest] {
            facts = ContentDigest(digest)
        } else {
            facts = nil
        }
    }

    private static func kept(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(kept))
        case .object(let all):
            .object(
                all.reduce(into: [:]) { found, member in
                    guard members.contains(member.key) else { return }
                    found[member.key] = member.key == decoders ? member.value : kept(member.value)
                })
        default: value
        }
    }

    private static func elements(_ name: String, of value: JSONValue) -> [JSONValue] {
        if case .array(let elements)? = value[name] { elements } else { [] }
    }
}

// MARK: - From a submission

extension SubmissionRecord {
    /// As its manifest has it, without the manifest's own encoding: a stage commits each outcome by this.
    public init(_ submission: Submission) {
        let documents = submission.documents.filter { $0.state != .removed }
        lasting = .object([
            "submission": .string(submission.id.description), "journey": .string(submission.journey.rawValue),
            "journeyVersion": .string(submission.journeyVersion.description), "state": .string(submission.state.rawValue),
            "version": .number(Double(submission.version)), "documents": .array(documents.map(Self.json)),
        ])
        originals = .array(
            documents.flatMap(\.pages).compactMap { page in
                guard let file = page.original else { return nil }
                return .object([
                    "page": .string(page.id.description), "file": Self.json(file.digest, file.size, file.mediaType),
                ])
            })
        facts = submission.factDigests?.digest
    }

    private static func json(_ document: Document) -> JSONValue {
        object([
            "id": .string(document.id.description), "type": .string(document.type.rawValue),
            "state": .string(document.state.rawValue), "issueDate": document.issueDate.map { .string($0.description) },
            "expiryDate": document.expiryDate.map { .string($0.description) },
            "verdict": document.verdict.map { .string($0.rawValue) },
            "rules": .strings(document.reasons.map(\.rule.rawValue)), "pages": .array(document.pages.map(json)),
            "pdf": document.pdf.map { json($0.digest, $0.size, $0.mediaType) },
        ])
    }

    private static func json(_ page: Page) -> JSONValue {
        object([
            "id": .string(page.id.description), "rotation": .number(Double(page.rotation.degrees)),
            "crop": page.crop.map { .array($0.points.map { .array($0.map { .number(Double($0)) }) }) },
            "images": .array(page.images.map { json($0.file.digest, $0.file.size, $0.file.mediaType, $0.size) }),
            "making": page.making.map { .object([decoders: .object($0.decoders.mapValues(JSONValue.string))]) },
        ])
    }

    private static func json(
        _ digest: ContentDigest, _ size: Int, _ type: MediaType?, _ dimensions: PixelSize? = nil
    ) -> JSONValue {
        object([
            "digest": .string(digest.description), "size": .number(Double(size)),
            "mediaType": type.map { .string($0.essence) },
            "dimensions": dimensions.map {
                .object(["width": .number(Double($0.width)), "height": .number(Double($0.height))])
            },
        ])
    }

    private static func object(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }
}
