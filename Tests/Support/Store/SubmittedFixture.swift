public import BlobStore
import Domain
import FoundationEssentials
public import ServiceRuntime
public import Shared

/// A submission that a stage finds in its store, with its files among the blobs.
public struct SubmittedFixture: Sendable {
    public let store = MemoryStore()
    public let blobs = MemoryBlobStore()
    public private(set) var submission: Submission
    public let journey: JourneyDefinition

    /// `documents` are the files of each document, in order, and what each is believed to be.
    public init(
        journey: JourneyDefinition = SampleSubmissions.journey, state: SubmissionState,
        documents: [[(content: [UInt8], mediaType: MediaType)]], issueDate: CalendarDate? = nil,
        tenant: TenantID = .standard, reference: String? = nil
    ) async throws {
        let moment = Timestamp(Date())
        self.journey = journey
        var submission = Submission(
            id: .random(), tenant: tenant, journey: journey.id, journeyVersion: journey.version, state: state, version: 5,
            attempt: 1, reference: reference, createdAt: moment, submittedAt: moment)
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        for files in documents {
            var document = Document(
                id: .random(), type: journey.documentTypes[0].id, state: state == .draft ? .open : .checking,
                issueDate: issueDate)
            for (content, mediaType) in files {
                let blob = try await blobs.put(content, in: space)
                document.pages.append(
                    Page(
                        id: .random(),
                        original: OriginalFile(
                            digest: blob.key.digest, size: blob.size, mediaType: mediaType, receivedAt: moment)))
            }
            submission.documents.append(document)
        }
        self.submission = submission
        store.insert(submission, journey: journey)
    }

    public var space: BlobSpace { BlobSpace(tenant: submission.tenant, submission: submission.id) }

    /// Turns the first page of the first document.
    public mutating func turnFirstPage(_ rotation: Rotation, crop: PageCrop? = nil) {
        submission.documents[0].pages[0].rotation = rotation
        submission.documents[0].pages[0].crop = crop
        store.insert(submission, journey: journey)
    }

    /// Clean pages were made of each file: what they hold is what the file holds.
    public mutating func cleanPages(withPDF: Bool) {
        for document in submission.documents.indices {
            for page in submission.documents[document].pages.indices {
                guard let original = submission.documents[document].pages[page].original else { continue }
                submission.documents[document].pages[page].images = [
                    PageImage(
                        file: StoredFile(digest: original.digest, size: original.size, mediaType: .jpeg),
                        size: PixelSize(width: 20, height: 30))
                ]
            }
            if withPDF {
                submission.documents[document].pdf = StoredFile(digest: ContentDigest(of: []), size: 1, mediaType: .pdf)
            }
        }
        store.insert(submission, journey: journey)
    }

    /// The first document was accepted at an earlier attempt.
    public mutating func acceptFirstDocument() {
        submission.documents[0].state = .accepted
        store.insert(submission, journey: journey)
    }

    /// The submission has a later version than the one that its events so far tell of.
    public mutating func moveOn() {
        submission.version += 1
        store.insert(submission, journey: journey)
    }

    /// The event that brings the submission to a stage, as it is now.
    public func event(_ type: EventType, attempt: Int = 1, at moment: Timestamp? = nil) -> StageEvent {
        StageEvent(header: header(type, at: moment), payload: [], attempt: attempt)
    }

    /// The event that tells of a file.
    public func uploadEvent(of page: Page, in document: Document) throws -> StageEvent {
        guard let original = page.original else { throw NotSubmitted() }
        let event = CloudEvent(
            header: header(.uploadCompleted, at: nil),
            data: UploadCompleted(
                document: document.id, page: page.id, digest: original.digest, size: original.size,
                mediaType: original.mediaType))
        return StageEvent(header: event.header, payload: try event.encoded())
    }

    private func header(_ type: EventType, at moment: Timestamp?) -> EventHeader {
        EventHeader(
            id: .sample(of: submission.id, sequence: submission.version), type: type, source: "/docket/test",
            submission: submission.id, time: moment ?? submission.changedAt, sequence: submission.version,
            tenant: submission.tenant, journey: submission.journey)
    }
}
