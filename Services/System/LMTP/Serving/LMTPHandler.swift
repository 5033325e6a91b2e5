/// Who takes the mail that comes.
public protocol LMTPHandler: Sendable {
    /// Whether mail for a recipient is taken: nil where it is, else why not.
    func refusal(of recipient: MailPath, from sender: MailPath?) async -> LMTPReply?

    /// Takes a message: one answer for each of its recipients, in their order. What is answered with 250 must be durable.
    func deliver(_ message: LMTPSession.Message) async -> [LMTPReply]

    /// Hears of what was refused or deferred without being asked, such as a message that is too large.
    func note(_ refusal: LMTPReply)
}
