import Domain
import FoundationEssentials
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway
@testable import Operations

/// What is written is JSON, its members are those that the description names, and stand in the order of their names.
@Suite struct ResourceWritingTests {
    @Test(arguments: 0..<200) func whatIsWrittenIsWhatTheDescriptionSays(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let submission = Self.submission(&random)
        let missing = Self.some(&random) {
            MissingItem(Reason(rule: "rule", found: Self.text(&$0), expected: "that", message: "No."), in: submission)
        }
        let resource = SubmissionResource(
            submission: submission, journey: JourneyDefinition(ProofOfAddress.self), missing: missing,
            progress: Self.maybe(&random) { _ in StageProgress(version: submission.version, done: 1, total: 2) },
            links: Links(publicURL: Bool.random(using: &random) ? "https://docket.example/\"quoted\"/" : nil),
            language: Language.choose(acceptLanguage: ["en", "de", "fr"].randomElement(using: &random), locale: nil),
            forLink: Bool.random(using: &random))
        let written = try Self.check(JSON.written(resource), as: SubmissionResource.schema)
        #expect(written["metadata"] == .object(resource.forLink ? [:] : submission.metadata.mapValues(JSONValue.string)))
        #expect(written["subject"]?.text == (resource.forLink ? nil : submission.subject))
        #expect(Self.elements(of: written, "reasons").count == submission.reasons.count)
        let shown = submission.documents.filter { $0.state != .removed }
        let parts = Self.elements(of: written, "documents")
        try #require(parts.count == shown.count)
        for (part, document) in zip(parts, shown) {
            try Self.check(JSON.bytes(of: part), as: DocumentResource.schema)
            let pages = Self.elements(of: part, "pages")
            #expect(pages.count == document.pages.count)
            for page in pages {
                try Self.check(JSON.bytes(of: page), as: PageResource.schema)
                guard case .object(let members) = page, let suggestion = members["suggestion"] else { continue }
                #expect(submission.allowsChanges(to: document))
                try Self.check(JSON.bytes(of: suggestion), as: SuggestionResource.schema)
            }
        }
    }

    /// What is answered of a submission as evidence is what is signed of it: its members are told by the description alone.
    @Test(arguments: 0..<50) func evidenceIsWhatTheDescriptionSays(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let submission = Self.submission(&random)
        let moment = Timestamp(millisecondsSinceEpoch: 1_700_000_000_123)
        let reading = Self.maybe(&random) { _ in
            ReadingRecord(documents: [ReadDocument(document: .random(), pages: [])], models: ["eng": "4.1"])
        }
        let decisions = Self.some(&random) { random in
            var act = AuditAct(
                tenant: "acme", action: AuditedDeed.decision, resource: "submissions/x",
                origin: AuditOrigin(actor: Self.text(&random)), note: "hush", time: moment)
            act.event = Self.maybe(&random) { _ in .random() }
            return (act: act, eventType: act.event.map { _ in "com.docket.submission.rejected.v1" })
        }
        let signed = ManifestDescription(
            submission, readingModels: reading?.models, hasFacts: reading != nil, decisions: decisions,
            base: "https://docket.example")
        func check(_ values: [JSONValue], _ name: String) throws {
            for value in values { try Self.check(JSON.bytes(of: value), as: try #require(Schemas.manifestParts[name])) }
        }
        let answered = try Self.check(
            JSON.written(Encoded(signed)), as: try #require(Schemas.manifestParts["Manifest"]))
        // What its outcome is told with is a part of the manifest, but for what was found out, which is added where it is signed.
        let (written, stored) = (SubmissionRecord(manifest: answered), SubmissionRecord(submission))
        #expect(written.lasting == stored.lasting && written.originals == stored.originals && written.facts == nil)
        #expect(try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(signed)) == answered)
        #expect(!String(decoding: JSON.bytes(of: answered), as: UTF8.self).contains("hush"))
        try check(Self.elements(of: answered, "decisions"), "ManifestDecision")
        let documents = Self.elements(of: answered, "documents")
        try check(documents, "ManifestDocument")
        let pages = documents.flatMap { Self.elements(of: $0, "pages") }
        try check(pages, "ManifestPage")
        let files = pages.flatMap { page in
            Self.elements(of: page, "images") + ["original", "preview"].map { page[$0] ?? .null }
        }
        try check((files + documents.map { $0["pdf"] ?? .null }).filter { $0 != .null }, "ManifestFile")

        let callOuts = Self.some(&random) { _ in
            CallOutRecord(callOut: "fraud", after: .validation, verdict: .allow, askedAt: moment, endedAt: moment)
        }
        let signatures = Self.some(&random) { random in
            FoundSignature(
                document: .random(), page: .random(),
                FileSignature(.trusted, coversFile: true, signer: "Ada", claimedAt: moment, stampedAt: moment))
        }
        var file = PageFacts(id: .random(), size: 1, mediaType: .pdf)
        file.origin = FileOrigin(programs: ["Writer"], dates: FileDates(made: CalendarDate("2024-02-29")))
        let origins = submission.documents.first.map { [FoundOrigin(file, in: $0.id)].compactMap(\.self) } ?? []
        let facts = FoundFacts(
            submission, reading ?? ReadingRecord(), callOuts, FileFindings(signatures: signatures, origins: origins))
        let told = try Self.check(JSON.written(Encoded(facts)), as: try #require(Schemas.factParts["Facts"]))
        #expect(try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(facts)) == told)
        #expect(try CanonicalJSON.decode(FoundFacts.self, from: CanonicalJSON.encode(facts)) == facts)
        for signature in Self.elements(of: told, "signatures") {
            try Self.check(JSON.bytes(of: signature), as: try #require(Schemas.factParts["FoundSignature"]))
        }
        #expect(Self.elements(of: told, "origins").count == origins.count)
        for origin in Self.elements(of: told, "origins") {
            try Self.check(JSON.bytes(of: origin), as: try #require(Schemas.factParts["FoundOrigin"]))
        }
    }

    /// The same bytes when it was read and written in the order of the names.
    @discardableResult
    private static func check(_ bytes: [UInt8], as schema: Schema) throws -> JSONValue {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        #expect(String(decoding: JSON.bytes(of: value), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
        guard case .object(let members) = value, case .object(let known)? = schema.value["properties"] else {
            throw Problem.internalError
        }
        #expect(Set(members.keys).isSubset(of: known.keys))
        for case .string(let name) in elements(of: schema.value, "required") { #expect(members[name] != nil, "\(name)") }
        return value
    }

    private static func elements(of value: JSONValue, _ name: String) -> [JSONValue] {
        if case .array(let elements)? = value[name] { elements } else { [] }
    }

    @Test func aRowOfAListingIsOneObject() throws {
        let id = try #require(SubmissionID("6a2f3c1e-0b7d-4e5f-8a9b-0c1d2e3f4a5b"))
        let moment = try #require(Timestamp("2026-10-31T09:05:07.250Z"))
        let summary = SubmissionSummary(
            id: id, journey: "identity", state: .draft, version: 3, subject: "p-1", reference: nil, createdAt: moment,
            updatedAt: moment.adding(.milliseconds(500)), submittedAt: nil, expiresAt: nil, documents: 2)
        let row = SubmissionSummaryResource(summary: summary, links: Links(publicURL: "https://docket.example"))
        #expect(
            String(decoding: JSON.written(row), as: UTF8.self)
                == #"{"createdAt":"2026-10-31T09:05:07.250Z","documents":2,"id":"\#(id)","journey":"identity","#
                + #""links":{"self":"https://docket.example/v1/submissions/\#(id)"},"state":"draft","subject":"p-1","#
                + #""updatedAt":"2026-10-31T09:05:07.750Z","version":3}"#)
    }

    private static func submission(_ random: inout SeededGenerator) -> Submission {
        let moment = Timestamp(millisecondsSinceEpoch: Int64.random(in: 0...4_000_000_000_000, using: &random))
        var metadata: [String: String] = [:]
        for _ in 0..<Int.random(in: 0...5, using: &random) { metadata[text(&random)] = text(&random) }
        return Submission(
            id: .random(), journey: "sample", journeyVersion: ContentDigest(of: [UInt8(truncatingIfNeeded: random.next())]),
            state: SubmissionState.allCases.randomElement(using: &random) ?? .draft, version: .random(in: 1...99, using: &random),
            subject: maybe(&random) { text(&$0) }, locale: maybe(&random) { _ in "de-AT" },
            reference: maybe(&random) { text(&$0) },
            metadata: metadata, returnUrl: maybe(&random) { text(&$0) },
            consent: maybe(&random) { GivenConsent(version: text(&$0), at: moment) },
            documents: some(&random) { document(&$0) }, reasons: some(&random) { reason(&$0) }, createdAt: moment,
            changedAt: moment.adding(.milliseconds(7)), submittedAt: maybe(&random) { _ in moment },
            expiresAt: maybe(&random) { _ in moment })
    }

    private static func document(_ random: inout SeededGenerator) -> Document {
        let day = CalendarDate("2026-10-31")
        return Document(
            id: .random(), type: "letter", state: DocumentState.allCases.randomElement(using: &random) ?? .open,
            issueDate: maybe(&random) { _ in day }.flatMap { $0 },
            period: maybe(&random) { _ in day.flatMap { DatePeriod(start: $0, end: $0) } }.flatMap { $0 },
            source: DocumentSource.allCases.randomElement(using: &random), pages: some(&random) { page(&$0) },
            verdict: maybe(&random) { _ in .accepted }, reasons: some(&random) { reason(&$0) },
            pdf: maybe(&random) { _ in SampleSubmissions.pdf("all") })
    }

    private static func page(_ random: inout SeededGenerator) -> Page {
        Page(
            id: .random(), rotation: Rotation.allCases.randomElement(using: &random) ?? .none,
            crop: maybe(&random) { _ in PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]]) }.flatMap(\.self),
            original: maybe(&random) { SampleSubmissions.file(text(&$0)) },
            preview: maybe(&random) { _ in SampleSubmissions.image("small") },
            images: some(&random) { SampleSubmissions.image(text(&$0)) },
            suggestion: maybe(&random) { _ in SampleSubmissions.suggestion })
    }

    private static func reason(_ random: inout SeededGenerator) -> Reason {
        Reason(rule: "legible", found: text(&random), expected: text(&random), message: text(&random))
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let letters: [Character] = [
            "a", "Z", "/", "\"", "\\", "\n", "\t", "\u{1}", "\u{1F}", "\u{7F}", "é", "漢", "👩‍👧", "\u{2028}",
        ]
        return String((0..<Int.random(in: 0...30, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
    }

    private static func maybe<Value>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&random) : nil
    }

    private static func some<Value>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value) -> [Value] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&random) }
    }
}
