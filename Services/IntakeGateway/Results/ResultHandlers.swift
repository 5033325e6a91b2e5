import BlobStore
import HTTPServer
import PostgresStore
import Shared

/// The files of a submission: the originals, and those made from them.
struct ResultHandlers: Sendable {
    let gateway: GatewayServices

    /// The facts of a submission: the values read from its documents, and the answers to its call-outs.
    func facts(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let reading = try await gateway.store.reading(of: submission)
        let facts = try await gateway.store.facts(of: submission, reading)
        return .resource(Encoded(facts ?? FoundFacts(submission, ReadingRecord())))
    }

    /// All pages of a document in one PDF.
    func pdf(_ call: Call) async throws -> HTTPResponse {
        let (submission, document) = try await gateway.document(of: call)
        guard let pdf = document.pdf else { throw Problem.notReady("The PDF of this document") }
        return try await answer(
            call, submission, pdf.digest, pdf.mediaType, name: "\(document.type)-\(document.id)", origin: .made)
    }

    /// A clean page. A file of several pages has several: `?number=2`.
    func image(_ call: Call) async throws -> HTTPResponse {
        let (submission, _, page) = try await gateway.page(of: call)
        let number = try call.request.query.integer("number", in: 1...CountRange.limit) ?? 1
        guard !page.images.isEmpty else { throw Problem.notReady("The clean image of this page") }
        guard page.images.indices.contains(number - 1) else { throw Problem.notFound }
        let file = page.images[number - 1].file
        return try await answer(call, submission, file.digest, file.mediaType, name: "\(page.id)-\(number)", origin: .made)
    }

    /// A preview for the person, also of a draft.
    func preview(_ call: Call) async throws -> HTTPResponse {
        let (submission, _, page) = try await gateway.page(of: call)
        guard let file = page.preview?.file else { throw Problem.notReady("The preview of this page") }
        return try await answer(call, submission, file.digest, file.mediaType, name: "\(page.id)-preview", origin: .made)
    }

    /// The original file, unless it contains malware.
    func original(_ call: Call) async throws -> HTTPResponse {
        let (submission, _, page) = try await gateway.page(of: call)
        guard let file = page.original else { throw Problem.notFound }
        try await refuseQuarantined(file, submission)
        return try await answer(call, submission, file.digest, file.mediaType, name: "\(page.id)-original", origin: .person)
    }

    // Apart from the handler: the optimiser of Swift 6.3 cannot split everything as one coroutine.
    @inline(never)
    private func refuseQuarantined(_ file: OriginalFile, _ submission: Submission) async throws {
        let quarantined = try await gateway.store.quarantinedFiles(of: submission.id)
        if quarantined.contains(file.digest) { throw Problem.quarantined }
    }

    private func answer(
        _ call: Call, _ submission: Submission, _ digest: ContentDigest, _ mediaType: MediaType?, name: String,
        origin: BlobAnswer.Origin
    ) async throws -> HTTPResponse {
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        let blob = try await gateway.blobs.open(space.key(digest))
        let suffix = mediaType?.fileExtensions.first.map { ".\($0)" } ?? ""
        return BlobAnswer.respond(
            to: call.request, with: blob, digest: digest, mediaType: mediaType, name: name + suffix, origin: origin)
    }
}
