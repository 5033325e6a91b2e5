public import Domain
import FoundationEssentials
public import PostgresStore
public import Shared

/// A small journey, and what goes through it.
public enum SampleSubmissions {
    public static let journey = JourneyDefinition(
        id: "sample", title: "Sample", summary: "Submit one or two letters.",
        documentTypes: [
            DocumentType(
                id: "letter", title: "Letter", hint: "Any letter.", icon: "letter", pages: CountRange(1...3),
                documents: CountRange(1...2))
        ],
        documents: CountRange(1...2), replacements: 1)

    /// The same, for a tenant that looks for pages that are alike.
    public static let comparing = JourneyDefinition(
        id: "comparing", title: journey.title, summary: journey.summary, documentTypes: journey.documentTypes,
        documents: journey.documents, rules: ["file.not-alike": .warn])

    /// A file as the gateway records it; its digest is that of `content`.
    public static func file(_ content: String = "a photo") -> OriginalFile {
        OriginalFile(
            digest: ContentDigest(of: Array(content.utf8)), size: content.utf8.count, mediaType: .jpeg,
            declaredMediaType: .jpeg, fileExtension: "jpg", receivedAt: Timestamp(Date()))
    }

    public static func image(_ content: String) -> PageImage {
        PageImage(
            file: StoredFile(digest: ContentDigest(of: Array(content.utf8)), size: content.utf8.count, mediaType: .jpeg),
            size: PixelSize(width: 20, height: 30))
    }

    public static func pdf(_ content: String) -> StoredFile {
        StoredFile(digest: ContentDigest(of: Array(content.utf8)), size: content.utf8.count, mediaType: .pdf)
    }

    public static let making = PageMaking(
        decoders: ["libvips": "8.14.1"], repairs: [.auxiliaryReferences, .incompletePage(1, missing: 20)],
        signals: [
            PageSignals(
                tiles: 450, writtenTiles: 90, blurredTiles: 3, glaringTiles: 1, brightness: 230, flatness: 300, proportion: 1414,
                likeness: PerceptualHash(bits: 0x8123_4567_89ab_cdef))
        ])

    /// What a preview showed of a blurred photo.
    public static let look = FirstLook(pageCount: 1, signals: making.signals, repairs: [.cutOff])

    /// What was read of a photo: one day for sure, and one that could be meant the other way round.
    public static let suggestion = PageSuggestion(
        issueDate: CalendarDate(year: 2026, month: 8, day: 24).map {
            SuggestedDay(
                day: $0, confidence: 93, isCertain: true, box: PageBox(left: 1_500, top: 500, right: 4_000, bottom: 800))
        },
        expiryDate: CalendarDate(year: 2031, month: 3, day: 4).map {
            SuggestedDay(
                day: $0, otherwise: CalendarDate(year: 2031, month: 4, day: 3), confidence: 80, isCertain: false,
                box: PageBox(left: 1_500, top: 900, right: 4_000, bottom: 1_200))
        },
        kind: ReadKind(verdict: .looksLike, kind: "passport", score: 90))

    /// What normalization makes of every page of a submission.
    public static func normalized(_ submission: Submission, making: PageMaking = making) -> [NormalizedDocument] {
        submission.documents.map { document in
            NormalizedDocument(
                document: document.id,
                pages: document.pages.map { NormalizedPage(page: $0.id, images: [image("image of \($0.id)")], making: making) },
                pdf: pdf("pdf of \(document.id)"))
        }
    }

    /// A refusal of the first document.
    public static func refusal(_ submission: Submission) -> SubmissionVerdict {
        SubmissionVerdict(
            documents: submission.documents.map { document in
                let isFirst = document.id == submission.documents.first?.id
                let reason = Reason(
                    rule: "legible", document: document.id, found: "a blurred page", expected: "a legible page",
                    message: "The page cannot be read. Please send a sharper photo.")
                return DocumentVerdict(document: document.id, reasons: isFirst ? [reason] : [])
            })
    }

    public static func acceptance(_ submission: Submission) -> SubmissionVerdict {
        SubmissionVerdict(documents: submission.documents.map { DocumentVerdict(document: $0.id, reasons: []) })
    }
}

extension SubmissionStore {
    /// A submission of the sample journey with one document of one page, submitted: its version is 4.
    public func submittedSample(
        tenant: TenantID = .standard, journey: JourneyDefinition = SampleSubmissions.journey
    ) async throws -> Submission {
        let draft = try await createSubmission(NewSubmission(journey: journey.id), journey: journey, tenant: tenant)
        let document = DocumentID.random()
        _ = try await addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
        _ = try await addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: tenant)
        guard let submission = try await submit(draft.id, tenant: tenant).submission else { throw NotSubmitted() }
        return submission
    }
}

extension MemoryStore {
    /// As `SubmissionStore.submittedSample`.
    public func submittedSample(
        owner: InstanceID, tenant: TenantID = .standard, journey: JourneyDefinition = SampleSubmissions.journey
    ) throws -> Submission {
        let draft = try draftSample(owner: owner, tenant: tenant, journey: journey)
        guard let submission = try change(draft.id, owner: owner, { try $0.submit() }) else { throw NotSubmitted() }
        return submission
    }

    /// It lacks nothing but being submitted.
    public func draftSample(
        owner: InstanceID, tenant: TenantID = .standard, journey: JourneyDefinition = SampleSubmissions.journey
    ) throws -> Submission {
        let draft = Submission(
            id: .timeOrdered(at: Date()), tenant: tenant, journey: journey.id, journeyVersion: journey.version,
            createdAt: Timestamp(Date()))
        let document = DocumentID.random()
        try create(draft, journey: journey)
        try change(draft.id, owner: owner) { try $0.addDocument(document, NewDocument(type: "letter")) }
        try change(draft.id, owner: owner) { try $0.addPage(.random(), SampleSubmissions.file(), to: document) }
        return draft
    }
}

struct NotSubmitted: Error {}
