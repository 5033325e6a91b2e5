internal import Crypto
internal import FoundationEssentials
public import Shared

/// Names a message in the type system only.
public enum MailTag: Sendable {}

public typealias MailID = Identifier<MailTag>

/// A file that a message has brought: durable, in the message's own part of the blob store.
public struct MailFile: Sendable, Hashable, Codable {
    public let digest: ContentDigest
    public let size: Int
    /// By its content.
    public let mediaType: MediaType
    public let declaredMediaType: MediaType?
    public let fileExtension: String?

    public init(
        digest: ContentDigest, size: Int, mediaType: MediaType, declaredMediaType: MediaType? = nil, fileExtension: String? = nil
    ) {
        self.digest = digest
        self.size = size
        self.mediaType = mediaType
        self.declaredMediaType = declaredMediaType
        self.fileExtension = fileExtension
    }
}

/// A message that was taken, for one of its recipients.
public struct MailRecord: Sendable, Hashable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Its files are being written; nobody was told that it was taken.
        case arriving
        /// For somebody who says whose it is.
        case waiting
        /// Its files are documents of a submission.
        case assigned
        /// Somebody did not want it.
        case discarded
        /// It waited for too long, or was erased with its person.
        case expired

        /// Whether nothing of it is left but that it was there.
        public var isEnd: Bool { self != .arriving && self != .waiting }
    }

    public let id: MailID
    public let tenant: TenantID
    /// The configured address that it came to.
    public let mailbox: String
    public let journey: JourneyID
    public let type: DocumentTypeID?
    /// What it is for, or what it is likely for while it waits.
    public let submission: SubmissionID?
    public let state: State
    public let wait: MailWait?
    /// The address of `From`, while it waits.
    public let sender: String?
    public let sentAt: Timestamp?
    /// As `MailAuthentication.words`.
    public let authentication: String?
    public let files: [MailFile]
    /// Attachments that nothing here takes.
    public let leftOut: Int
    public let version: Int
    public let receivedAt: Timestamp
    public let expiresAt: Timestamp

    package init(
        id: MailID, tenant: TenantID, mailbox: String, journey: JourneyID, type: DocumentTypeID?, submission: SubmissionID?,
        state: State, wait: MailWait?, sender: String?, sentAt: Timestamp?, authentication: String?, files: [MailFile],
        leftOut: Int, version: Int, receivedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.tenant = tenant
        self.mailbox = mailbox
        self.journey = journey
        self.type = type
        self.submission = submission
        self.state = state
        self.wait = wait
        self.sender = sender
        self.sentAt = sentAt
        self.authentication = authentication
        self.files = files
        self.leftOut = leftOut
        self.version = version
        self.receivedAt = receivedAt
        self.expiresAt = expiresAt
    }

    /// Under which its own files lie in the blob store, and are sealed, as if it were a submission.
    public var space: SubmissionID { SubmissionID(id.uuid) }
}

/// A message that is about to be taken.
public struct NewMail: Sendable, Hashable {
    public let tenant: TenantID
    public let mailbox: String
    public let journey: JourneyID
    public let type: DocumentTypeID?
    public let sender: String?
    public let sentAt: Timestamp?
    public let authentication: String?
    /// The same for each delivery of the same message to the same address.
    public let key: [UInt8]

    /// `recipient` is the whole address, with what follows plus signs. A message is told by its `messageID` and what is attached to it:
    /// some devices give one id to all that they send. One without an id is told by its bytes.
    public init(
        to mailbox: Mailbox, recipient: String, type: DocumentTypeID?, sender: String?, sentAt: Timestamp?,
        authentication: String?, messageID: String?, attachments: [UInt8], digest: [UInt8]
    ) {
        tenant = mailbox.tenant
        self.mailbox = mailbox.address
        journey = mailbox.journey
        self.type = type
        self.sender = sender
        self.sentAt = sentAt
        self.authentication = authentication
        let name = messageID.map { "id \(Hex.encode(attachments)) \($0)" } ?? "digest \(Hex.encode(digest))"
        let parts = [mailbox.tenant.rawValue, recipient, sender ?? "", name]
        key = SHA256.hash(parts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
    }
}

// MARK: - Documents

extension MailRecord {
    /// The documents that its files become: a PDF is one by itself; pictures that follow each other are the pages of one, as far as a
    /// document has room for them.
    public static func documents(of files: [MailFile], mostPages: Int) -> [[Int]] {
        var documents: [[Int]] = []
        var isOpen = false
        for (index, file) in files.enumerated() {
            let isPicture = file.mediaType != .pdf
            if isPicture, isOpen, let last = documents.last, last.count < mostPages {
                documents[documents.count - 1].append(index)
            } else {
                documents.append([index])
            }
            isOpen = isPicture
        }
        return documents
    }

    /// The id of the document that begins with a file: the same whenever its files are added to that submission as this type, so that
    /// they are added once.
    public func document(_ index: Int, in submission: SubmissionID, as type: DocumentTypeID) -> DocumentID {
        identifier("document", index, submission, type)
    }

    public func page(_ index: Int, in submission: SubmissionID, as type: DocumentTypeID) -> PageID {
        identifier("page", index, submission, type)
    }

    private func identifier<Tag>(
        _ kind: String, _ index: Int, _ submission: SubmissionID, _ type: DocumentTypeID
    ) -> Identifier<Tag> {
        var bytes = SHA256.hash("docket mail \(id) \(submission) \(kind) \(index) \(type)")
        // A name by an algorithm of one's own (RFC 9562, section 5.8).
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return Identifier(
            UUID(
                uuid: (
                    bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
                    bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
                )))
    }
}
