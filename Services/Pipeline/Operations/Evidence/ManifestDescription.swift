package import Domain
package import Shared

/// Every file of a submission with its digest: the API's answer to `/manifest`. It is signed, and back ends check their
/// copies against it.
package struct ManifestDescription: Encodable, Sendable {
    private struct File: Encodable {
        let digest: String
        let size: Int
        let mediaType: String?
        let dimensions: PixelSize?
        let link: String

        init(_ file: StoredFile, at link: String, dimensions: PixelSize? = nil) {
            (digest, size, mediaType) = (file.digest.description, file.size, file.mediaType.essence)
            (self.dimensions, self.link) = (dimensions, link)
        }

        init(_ image: PageImage, at link: String) { self.init(image.file, at: link, dimensions: image.size) }

        init(_ file: OriginalFile, at link: String) {
            (digest, size, mediaType) = (file.digest.description, file.size, file.mediaType?.essence)
            (dimensions, self.link) = (nil, link)
        }
    }

    private struct Page: Encodable {
        let id: String
        let rotation: Int
        let crop: [[Int]]?
        let original, preview: File?
        let images: [File]
        let making: PageMaking?

        init(_ page: Shared.Page, at address: String) {
            (id, rotation) = (page.id.description, page.rotation.degrees)
            (crop, making) = (page.crop?.points, page.making)
            original = page.original.map { File($0, at: "\(address)/original") }
            preview = page.preview.map { File($0, at: "\(address)/preview") }
            images = page.images.enumerated().map { File($1, at: "\(address)/image?number=\($0 + 1)") }
        }
    }

    private struct Document: Encodable {
        let id, type, state: String
        let issueDate, expiryDate, verdict: String?
        let rules: [String]
        let pages: [Page]
        let pdf: File?

        init(_ document: Shared.Document, at address: String) {
            (id, type, state) = (document.id.description, document.type.rawValue, document.state.rawValue)
            (issueDate, expiryDate) = (document.issueDate?.description, document.expiryDate?.description)
            (verdict, rules) = (document.verdict?.rawValue, document.reasons.map(\.rule.rawValue))
            pages = document.pages.map { Page($0, at: "\(address)/pages/\($0.id)") }
            pdf = document.pdf.map { File($0, at: "\(address)/pdf") }
        }
    }

    /// A person's decision, without the texts that they have written.
    private struct Decision: Encodable {
        let actor, at: String
        let event, eventType: String?

        init(_ act: AuditAct, _ eventType: String?) {
            (actor, at, event) = (act.origin.actor, act.time.description, act.event?.description)
            self.eventType = eventType
        }
    }

    private let submission, journey, journeyVersion, state: String
    private let version: Int
    private let submittedAt: String?
    private let readingModels: [String: String]?
    private let facts: String?
    private let reasons: [String]
    private let documents: [Document]
    private let decisions: [Decision]

    /// `base` is the beginning of links; empty for links that begin with the path. Decisions are in order, the oldest
    /// first, each with the type of the event that told of it.
    package init(
        _ submission: Submission, readingModels: [String: String]?, hasFacts: Bool,
        decisions: [(act: AuditAct, eventType: String?)], base: String
    ) {
        let address = "\(base)/v1/submissions/\(submission.id)"
        (self.submission, journey) = (submission.id.description, submission.journey.rawValue)
        (journeyVersion, state) = (submission.journeyVersion.description, submission.state.rawValue)
        (version, submittedAt) = (submission.version, submission.submittedAt?.description)
        (self.readingModels, facts) = (readingModels, hasFacts ? "\(address)/facts" : nil)
        reasons = submission.reasons.map(\.rule.rawValue)
        documents = submission.documents.filter { $0.state != .removed }.map {
            Document($0, at: "\(address)/documents/\($0.id)")
        }
        self.decisions = decisions.map { Decision($0.act, $0.eventType) }
    }
}
