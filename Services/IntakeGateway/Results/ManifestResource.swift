import Domain
import HTTPServer
import Shared

/// Every file of a submission with its digest: what a back end checks its copies against.
struct ManifestResource: Resource {
    let submission: Submission
    let links: Links
    let reading: ReadingRecord?
    /// What people have decided, the oldest first.
    var decisions: [AuditEntry] = []

    static let shape = Shape<Self>(
        .optional(
            "readingModels", .map(of: .string()), "Versions of what read its pages, by language; what they say is in `facts`."
        ) {
            $0.reading.map { Encoded($0.models) }
        },
        .optional("facts", .address, "What was read of its documents.") {
            $0.reading == nil ? nil : $0.links.submission($0.submission.id) + "/facts"
        },
        .required("submission", .named("Identifier")) { $0.submission.id.description },
        .required("journey", .named("Name")) { $0.submission.journey.rawValue },
        .required("journeyVersion", .named("Digest")) { $0.submission.journeyVersion.description },
        .required("state", .named("SubmissionState")) { $0.submission.state.rawValue },
        .required("version", .integer(1 ... .max)) { $0.submission.version },
        .optional("submittedAt", .named("Timestamp")) { $0.submission.submittedAt?.description },
        .required("documents", .array(of: .named("ManifestDocument"))) { resource in
            resource.submission.documents.filter { $0.state != .removed }.map { document in
                ManifestDocument(document: document, submission: resource.submission.id, links: resource.links)
            }
        },
        .required("decisions", .array(of: .named("ManifestDecision")), "By people, the oldest first.") {
            $0.decisions.map { ManifestDecision(act: $0.act) }
        })
}

/// That somebody has decided on a submission: what is in the audit trail of it, and nothing of what they have written.
struct ManifestDecision: Resource {
    let act: AuditAct

    static let shape = Shape<Self>(
        .required("actor", .string(), "As in the audit trail.") { $0.act.origin.actor },
        .required("at", .named("Timestamp")) { $0.act.time.description },
        .optional("event", .named("Identifier"), "The event that told others of it.") { $0.act.event?.description })
}

struct ManifestDocument: Resource {
    let document: Document
    let submission: SubmissionID
    let links: Links

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.document.id.description },
        .required("type", .named("Name")) { $0.document.type.rawValue },
        .optional("issueDate", .named("Day")) { $0.document.issueDate?.description },
        .optional("expiryDate", .named("Day")) { $0.document.expiryDate?.description },
        .required("state", .named("DocumentState")) { $0.document.state.rawValue },
        .optional("verdict", .choice(Verdict.self), "Of the last check.") { $0.document.verdict?.rawValue },
        .required("rules", .array(of: .string()), "Those that it was refused or warned for.") { resource in
            Encoded(resource.document.reasons.map(\.rule.rawValue))
        },
        .required("pages", .array(of: .named("ManifestPage"))) { resource in
            resource.document.pages.map { page in
                ManifestPage(page: page, address: resource.links.page(resource.submission, resource.document.id, page.id))
            }
        },
        .optional("pdf", .named("ManifestFile")) { resource in
            resource.document.pdf.map {
                ManifestFile($0, at: resource.links.document(resource.submission, resource.document.id) + "/pdf")
            }
        })
}

struct ManifestPage: Resource {
    let page: Page
    let address: String

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.page.id.description },
        .required("rotation", .named("Rotation")) { $0.page.rotation.degrees },
        .optional("crop", .named("Crop")) { $0.page.crop?.points },
        .optional("original", .named("ManifestFile")) { resource in
            resource.page.original.map { ManifestFile($0, at: "\(resource.address)/original") }
        },
        .optional("preview", .named("ManifestFile")) { resource in
            resource.page.preview.map { ManifestFile($0, at: "\(resource.address)/preview") }
        },
        .required("images", .array(of: .named("ManifestFile"))) { resource in
            resource.page.images.enumerated().map { ManifestFile($1, at: "\(resource.address)/image?number=\($0 + 1)") }
        },
        .optional("making", .named("PageMaking"), "How the images were made of the original.") {
            $0.page.making.map(Encoded.init)
        })
}

struct ManifestFile: Resource {
    let digest: ContentDigest
    /// Bytes.
    let size: Int
    let mediaType: MediaType?
    /// Pixels; for pictures that Docket made.
    var dimensions: PixelSize?
    let link: String

    static let shape = Shape<Self>(
        .required("digest", .named("Digest")) { $0.digest.description },
        .required("size", .integer(0 ... .max)) { $0.size },
        .optional("mediaType", .named("MediaType")) { $0.mediaType?.essence },
        .optional("dimensions", .named("PixelSize")) { $0.dimensions.map(Encoded.init) },
        .required("link", .address) { $0.link })

    init(_ file: StoredFile, at link: String) {
        (digest, size, mediaType, self.link) = (file.digest, file.size, file.mediaType, link)
    }

    init(_ image: PageImage, at link: String) {
        self.init(image.file, at: link)
        dimensions = image.size
    }

    init(_ file: OriginalFile, at link: String) {
        (digest, size, mediaType, self.link) = (file.digest, file.size, file.mediaType, link)
    }
}
