import HTTPServer
import PostgresStore
import Shared

/// `GET …/sheets/{type}`: the cover sheet for the paper pages of a document.
struct SheetHandler: Sendable {
    let gateway: GatewayServices

    func show(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let language = call.language(for: submission)
        let journey = try await gateway.store.journey(of: submission).said(in: language)
        guard let type = call.parameters["type"].flatMap(DocumentTypeID.init(rawValue:)), let type = journey.documentType(type)
        else { throw Problem.notFound }
        guard submission.state.allowsChanges else { throw Problem.notADraft(submission.state) }
        let picture = SheetPicture(
            CoverSheet(submission: submission.id, type: type.id), document: type.title, journey: journey.title,
            // The paper goes through many hands: only who knows the reference anyway is given it.
            reference: call.principal.scope == nil ? submission.reference : nil, language)
        guard let svg = picture.svg else { throw Problem.notFound }
        return .bytes(
            Array(svg.utf8), contentType: "image/svg+xml; charset=utf-8",
            headers: HTTPResponse.privateHeaders.merging(.content(in: language)))
    }
}
