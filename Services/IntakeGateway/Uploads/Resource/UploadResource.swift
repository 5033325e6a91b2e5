import Domain
import HTTPServer
import Shared

/// An upload for its tenant.
struct UploadResource: Resource {
    let upload: Upload
    let address: UploadAddress
    let links: Links

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.upload.id.description },
        .required("submission", .named("Identifier")) { $0.upload.submission.description },
        .required("document", .named("Identifier")) { $0.upload.document.description },
        .required("state", .choice(Upload.State.self)) { $0.upload.state.rawValue },
        .required("offset", .integer(0 ... .max), "Bytes that have arrived and are durable.") { $0.upload.offset },
        .optional("length", .integer(0 ... .max), "Bytes of the whole file; absent while they are not known.") {
            $0.upload.length
        },
        .optional("digest", .named("Digest")) { $0.upload.digest?.description },
        .required("createdAt", .named("Timestamp")) { $0.upload.createdAt.description },
        .optional("expiresAt", .named("Timestamp"), "When it is given up; absent when it has ended.") {
            $0.upload.state == .open ? $0.upload.expiresAt.description : nil
        },
        .optional("reason", .named("UploadRefusal"), "Why its content was refused.") {
            $0.upload.problem.flatMap(KeptProblem.init).map { RefusalResource(problem: $0.problem) }
        },
        .object(
            "links", .required("self", .address) { $0.address.upload },
            .required("document", .address) { $0.links.document($0.upload.submission, $0.upload.document) },
            .optional("page", .address) { $0.address.page }))
}

struct RefusalResource: Resource {
    let problem: Problem

    static let shape = Shape<Self>(
        .required("type", .string()) { $0.problem.typeURI }, .required("title", .string()) { $0.problem.title },
        .optional("detail", .string()) { $0.problem.detail })
}
