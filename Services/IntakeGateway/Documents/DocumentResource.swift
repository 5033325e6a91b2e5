import HTTPServer
import Shared

/// A document as its tenant sees it.
struct DocumentResource: Resource {
    let document: Document
    let submission: Submission
    let journey: JourneyDefinition
    let links: Links
    let language: Language

    private var address: String { links.document(submission.id, document.id) }

    /// The address of a change; nil for a closed document.
    private func open(_ part: String) -> String? { submission.allowsChanges(to: document) ? "\(address)/\(part)" : nil }

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.document.id.description },
        .required("type", .named("Name")) { $0.document.type.rawValue },
        .optional("issueDate", .named("Day")) { $0.document.issueDate?.description },
        .optional("expiryDate", .named("Day")) { $0.document.expiryDate?.description },
        .optional("periodStart", .named("Day")) { $0.document.period?.start.description },
        .optional("periodEnd", .named("Day")) { $0.document.period?.end.description },
        .optional("source", .named("DocumentSource")) { $0.document.source?.rawValue },
        .required("state", .named("DocumentState")) { $0.document.state.rawValue },
        .optional("verdict", .named("Verdict")) { $0.document.verdict?.rawValue },
        .required("reasons", .array(of: .named("Reason"))) { resource in
            Encoded(resource.document.reasons.map { $0.localized(in: resource.language, of: resource.journey) })
        },
        .required("pages", .array(of: .named("Page"))) { resource in
            let (submission, document) = (resource.submission.id, resource.document)
            let mayBeChanged = resource.submission.allowsChanges(to: document)
            return document.pages.map { page in
                PageResource(
                    page: page, address: resource.links.page(submission, document.id, page.id), mayBeChanged: mayBeChanged)
            }
        },
        .optional("pdf", .address, "Where its PDF is, once there is one.") { resource in
            resource.document.pdf.map { _ in "\(resource.address)/pdf" }
        },
        .object(
            "links", .required("self", .address) { $0.address },
            .optional("pages", .address, "Where files are sent to.") { $0.open("pages") },
            .optional("order", .address) { $0.open("order") }))
}
