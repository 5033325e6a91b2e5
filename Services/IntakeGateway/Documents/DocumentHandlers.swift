import Domain
import HTTPServer
import PostgresStore
import Shared

/// `…/documents` and `…/documents/{document}`.
struct DocumentHandlers: Sendable {
    let gateway: GatewayServices

    /// Adds a document without pages: `{"type", "issueDate"?, "periodStart"?, "periodEnd"?, "source"?}`.
    func add(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let journey = try await gateway.store.journey(of: submission)
        let new = try NewDocument(
            reading: try await call.request.jsonObject(), in: journey, today: journey.day(at: gateway.now()))
        let id = DocumentID.timeOrdered(at: gateway.now().date)
        let language = call.language(for: submission)
        let keeping = call.keeping { changed, journey in try added(id, to: changed, of: journey, in: language) }
        let changed = try await gateway.store.addDocument(
            id, new, to: submission.id, tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent, keeping: keeping
        ).made()
        return try added(id, to: changed, of: journey, in: language)
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let (submission, document) = try await gateway.document(of: call)
        let journey = try await gateway.store.journey(of: submission)
        return try answer(document.id, in: submission, of: journey, language: call.language(for: submission))
    }

    /// Changes the document's members. Null removes a date or a source; an absent member stays.
    func change(_ call: Call) async throws -> HTTPResponse {
        let (submission, document) = try await gateway.document(of: call)
        let journey = try await gateway.store.journey(of: submission)
        let patch = try DocumentPatch(
            reading: try await call.request.jsonObject(), in: journey, today: journey.day(at: gateway.now()))
        let changed = try await apply(patch, to: document.id, of: submission.id, call)
        return try answer(document.id, in: changed, of: journey, language: call.language(for: submission))
    }

    private func apply(
        _ patch: DocumentPatch, to document: DocumentID, of submission: SubmissionID, _ call: Call
    ) async throws -> Submission {
        try await gateway.store.changeDocument(
            document, patch, of: submission, tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent
        ).made()
    }

    /// Removes it with its pages, after a confirmation.
    func remove(_ call: Call) async throws -> HTTPResponse {
        let preparation = try await gateway.store.acting(for: call.origin).removeDocument(
            try call.document(), of: try call.submission(), tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent)
        return .removed(from: try await gateway.carryOut(preparation, for: call))
    }

    /// Sets the order of its pages: `{"pages": [ids]}`.
    func reorder(_ call: Call) async throws -> HTTPResponse {
        let (submission, document) = try await gateway.document(of: call)
        let pages = try [PageID](reading: try await call.request.jsonObject())
        let journey = try await gateway.store.journey(of: submission)
        let changed = try await gateway.store.reorderPages(
            of: document.id, pages, in: submission.id, tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent
        ).made()
        return try answer(document.id, in: changed, of: journey, language: call.language(for: submission))
    }

    private func added(
        _ id: DocumentID, to submission: Submission, of journey: JourneyDefinition, in language: Language
    ) throws(Problem) -> HTTPResponse {
        try answer(
            id, in: submission, of: journey, language: language, status: 201,
            location: gateway.links.document(submission.id, id))
    }

    private func answer(
        _ id: DocumentID, in submission: Submission, of journey: JourneyDefinition, language: Language, status: Int = 200,
        location: String? = nil
    ) throws(Problem) -> HTTPResponse {
        guard let document = submission.document(id) else { throw .notFound }
        let resource = DocumentResource(
            document: document, submission: submission, journey: journey, links: gateway.links, language: language)
        return gateway.answer(part: resource, of: submission, status: status, location: location)
    }
}
