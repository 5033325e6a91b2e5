import Binding
import BlobStore
import Domain
import FoundationEssentials
import ServiceRuntime
import Shared

/// Reads each file that arrives in a draft, so that the person can confirm its date while they have the document at hand.
///
/// Submissions come first: see `Precedence`. If the draft is submitted before its turn, only `ReadingStage` reads it.
struct SuggestionStage: StageHandler {
    let stage = Stage.suggestion
    let eventTypes = Stage.suggestion.eventTypes

    let reader: any StageReader
    let pages: FirstPageReader
    let precedence: Precedence
    var now: @Sendable () -> Timestamp = { Timestamp(Date()) }

    func decide(on event: StageEvent) async -> StageOutcome {
        do {
            let upload = try EventReader.event(UploadCompleted.self, from: event.payload).data
            guard try await place(of: upload, event) != nil else { return .nothing }
            try await precedence.letSubmittedPass()
            // It may have been replaced or submitted meanwhile.
            guard let place = try await place(of: upload, event) else { return .nothing }
            guard let suggestion = try await suggestion(of: place) else { return .nothing }
            return .change(place.submission, .suggested(place.page.id, of: upload.digest, suggestion), because: event)
        } catch is NoProcessor {
            return .nothing
        } catch {
            return StageOutcome(ProcessingFailure(of: "suggestion", error))
        }
    }

    /// A file to read, and its place.
    private struct Place {
        let submission: Submission
        let journey: JourneyDefinition
        let document: Document
        let type: DocumentType
        let page: Page
        let original: OriginalFile
        let mediaType: MediaType
    }

    /// Nil if the type asks for no value that can be read, or the person can no longer confirm one.
    private func place(of upload: UploadCompleted, _ event: StageEvent) async throws -> Place? {
        guard let mediaType = upload.mediaType, let subject = try await reader.stageSubject(event.header.submission),
            subject.journey.reading != .off, let document = subject.submission.document(upload.document),
            subject.submission.allowsChanges(to: document), let type = subject.journey.documentType(document.type),
            type.issueDate != .none || type.expires != .none, let page = document.page(upload.page), page.suggestion == nil,
            let original = page.original, original.digest == upload.digest
        else { return nil }
        return Place(
            submission: subject.submission, journey: subject.journey, document: document, type: type, page: page,
            original: original, mediaType: mediaType)
    }

    private func suggestion(of place: Place) async throws -> PageSuggestion? {
        let space = BlobSpace(tenant: place.submission.tenant, submission: place.submission.id)
        let rotation = place.page.rotation
        let text = try await pages.text(
            of: place.original, place.mediaType, place.document.source, turned: rotation, in: space)
        guard let text else { return nil }
        let hints = ReadingHints(today: place.journey.day(at: now()), locale: place.submission.locale)
        let reading = DocumentReading([text], hints: hints, kinds: KindReader(for: place.journey))
        return PageSuggestion(reading, of: place.type, turned: rotation)
    }
}
