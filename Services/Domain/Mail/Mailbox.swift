public import Shared

/// An address that mail is taken at, and what it is for.
public struct Mailbox: Sendable, Hashable {
    /// As it is configured, such as `documents@acme.example`.
    public let address: String
    public let tenant: TenantID
    public let journey: JourneyID
    /// What everything that comes here is; nil where the address of the message or a person says it.
    public let type: DocumentTypeID?
    /// Whether mail is refused that the domain of its `From` does not vouch for.
    public let requiresAuthentication: Bool

    public init(
        address: String, tenant: TenantID, journey: JourneyID, type: DocumentTypeID? = nil, requiresAuthentication: Bool = false
    ) {
        self.address = address
        self.tenant = tenant
        self.journey = journey
        self.type = type
        self.requiresAuthentication = requiresAuthentication
    }
}

/// What an address says beside its mailbox, behind plus signs: `documents+0198a2f4-…+utility-bill@acme.example`.
public struct MailAim: Sendable, Hashable {
    /// Of the journey.
    public var type: DocumentTypeID?
    /// An id cannot be guessed: whoever knows it may add to the draft.
    public var submission: SubmissionID?
    /// The tenant's own, which could be guessed: alone it leads nobody to another one's draft.
    public var reference: String?

    public init(type: DocumentTypeID? = nil, submission: SubmissionID? = nil, reference: String? = nil) {
        self.type = type
        self.submission = submission
        self.reference = reference
    }

    /// Reads the parts of a local part that stand behind its mailbox. Nil where one of them says again what another has said.
    public init?(_ parts: [some StringProtocol], in journey: JourneyDefinition) {
        self.init()
        for part in parts {
            let text = String(part)
            if let type = journey.documentTypes.first(where: { $0.id.rawValue.hasSameBytes(as: text.lowercased()) }) {
                guard self.type == nil else { return nil }
                self.type = type.id
            } else if let id = SubmissionID(text) {
                guard submission == nil else { return nil }
                submission = id
            } else {
                guard reference == nil, PlainText.isValid(text, length: 1...NewSubmission.maximumTextLength) else { return nil }
                reference = text
            }
        }
    }
}

/// The addresses that mail is taken at, by their names.
public struct Mailboxes: Sendable, Hashable {
    private var boxes: [String: Mailbox] = [:]

    public init(_ boxes: [Mailbox] = []) {
        for box in boxes { self.boxes[Self.name(box.address)] = box }
    }

    public var isEmpty: Bool { boxes.isEmpty }
    public var all: [Mailbox] { boxes.values.sorted { $0.address < $1.address } }

    /// The mailbox of an address, whatever follows a plus sign in it, and the parts that do.
    public func mailbox(local: String, domain: String) -> (mailbox: Mailbox, parts: [String])? {
        if let box = boxes[Self.name("\(local)@\(domain)")] { return (box, []) }
        let parts = local.split(at: "+", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let first = parts.first, let box = boxes[Self.name("\(first)@\(domain)")] else { return nil }
        return (box, Array(parts.dropFirst()))
    }

    private static func name(_ address: String) -> String { address.asciiLowercased }
}

extension String {
    /// With small letters of ASCII for its capital ones; everything else as it is.
    package var asciiLowercased: String {
        String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
