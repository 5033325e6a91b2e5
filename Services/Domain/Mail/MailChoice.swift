public import Shared

/// A draft, or what was sent back to its person, as far as mail can be for it.
public struct MailCandidate: Sendable, Hashable {
    public let submission: SubmissionID
    /// Of its person.
    public let email: String?
    public let reference: String?

    public init(submission: SubmissionID, email: String?, reference: String?) {
        self.submission = submission
        self.email = email
        self.reference = reference
    }
}

/// Why mail waits for somebody who says whose it is.
public enum MailWait: String, Sendable, Hashable, CaseIterable {
    /// Nobody who is asked for documents has this address.
    case unknownSender = "unknown-sender"
    /// Several drafts could be meant.
    case severalDrafts = "several-drafts"
    /// The domain of the sender's address says that it is not from there.
    case notAuthentic = "not-authentic"
    /// Nothing that is open has the id or the reference of the address.
    case unknownReference = "unknown-reference"
    /// The reference is of a draft of somebody with another address.
    case otherSender = "other-sender"
    /// What kind of document it is was not said.
    case unknownType = "unknown-type"
    /// The draft does not take it, as it is.
    case notTaken = "not-taken"
}

/// Which draft a message is for. Pure.
public enum MailChoice: Sendable, Hashable {
    case draft(SubmissionID)
    case waits(MailWait)

    /// `sender` is the address of `From`, nil where there is none, or several. The candidates are open in the mailbox's tenant and journey,
    /// and have the id, the reference or the sender's address.
    public init(_ aim: MailAim, from sender: String?, _ verdict: MailAuthentication.Verdict, among candidates: [MailCandidate]) {
        if let id = aim.submission {
            self = candidates.contains { $0.submission == id } ? .draft(id) : .waits(.unknownReference)
            return
        }
        var possible = candidates
        if let reference = aim.reference {
            possible = candidates.filter { $0.reference?.hasSameBytes(as: reference) ?? false }
            guard let first = possible.first else {
                self = .waits(.unknownReference)
                return
            }
            // Nobody is known by an address: the reference is all that there is to go by. It can be guessed, so a sender who is said
            // to be somebody else is not believed.
            if possible.count == 1, first.email == nil, verdict != .failed {
                self = .draft(first.submission)
                return
            }
        }
        guard let sender else {
            self = .waits(.unknownSender)
            return
        }
        guard verdict != .failed else {
            self = .waits(.notAuthentic)
            return
        }
        let own = possible.filter { $0.email?.asciiLowercased.hasSameBytes(as: sender.asciiLowercased) ?? false }
        switch own.count {
        case 0: self = .waits(aim.reference == nil ? .unknownSender : .otherSender)
        case 1: self = .draft(own[0].submission)
        default: self = .waits(.severalDrafts)
        }
    }
}
