import HTTPServer
import Jail
import LMTP

// What mail servers are told. Nothing personal: their logs keep it.

extension LMTPReply {
    /// It is durable: the mail server forgets it now.
    static let kept = LMTPReply(250, "2.0.0", "Ok: waits to be assigned")
    static let added = LMTPReply(250, "2.0.0", "Ok: added to the draft")
    static let known = LMTPReply(250, "2.0.0", "Ok: was taken before")

    static let unknownRecipient = LMTPReply(550, "5.1.1", "No such mailbox here")
    static let notAuthentic = LMTPReply(550, "5.7.26", "The domain of the sender does not vouch for this message")
    static let noAttachment = LMTPReply(554, "5.6.0", "No attachment of a kind that is taken here")
    static let encrypted = LMTPReply(554, "5.6.1", "The message is encrypted: send the files as they are")
    static let attachmentTooLarge = LMTPReply(552, "5.3.4", "An attachment is larger than is taken here")
    static let unreadable = LMTPReply(554, "5.6.0", "The message cannot be read")
    static let tryAgain = LMTPReply(451, "4.3.0", "Cannot be taken right now")
    static let tooMuchWaits = LMTPReply(452, "4.3.1", "Too much waits here to be assigned")
    /// Which this is, the tenant's back end is told by /v1/usage.
    static let quotaUsedUp = LMTPReply(452, "4.2.2", "This mailbox takes nothing more for now")
    static let noSpace = LMTPReply(452, "4.3.1", "No space left")

    /// For what went wrong on our side: the mail server shall keep the message, and try again.
    init(_ error: any Error) {
        switch error {
        case let error as JailError where !error.isRetriable: self = .unreadable
        case let error as any ProblemConvertible where error.problem.kind == .storageFull: self = .noSpace
        case let problem as Problem where problem.kind == .quotaUsedUp: self = .quotaUsedUp
        default: self = .tryAgain
        }
    }
}

/// How a delivery to one recipient ended.
enum MailOutcome: String, CaseIterable, Sendable {
    case assigned, waiting, repeated, refused, deferred
}
