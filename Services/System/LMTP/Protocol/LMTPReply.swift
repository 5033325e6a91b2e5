/// What is said to a client: a code of three digits, an enhanced one (RFC 2034) and words, which are ASCII and hold nothing personal.
public struct LMTPReply: Hashable, Sendable {
    public let code: Int
    /// Such as `5.1.1`; nil where there is none: of greetings, and of 354.
    public let status: String?
    public let text: String

    public init(_ code: Int, _ status: String?, _ text: String) {
        (self.code, self.status, self.text) = (code, status, text)
    }

    /// The client shall do without.
    public var isRefusal: Bool { code >= 500 }
    /// The client shall try again.
    public var isDeferral: Bool { (400..<500).contains(code) }

    var bytes: [UInt8] { Array("\(code) \(status.map { "\($0) " } ?? "")\(text)\r\n".utf8) }
}

extension LMTPReply {
    static let done = LMTPReply(250, "2.0.0", "Ok")
    static let goodbye = LMTPReply(221, "2.0.0", "Goodbye")
    static let senderTaken = LMTPReply(250, "2.1.0", "Ok")
    static let recipientTaken = LMTPReply(250, "2.1.5", "Ok")
    static let goAhead = LMTPReply(354, nil, "End with <CR><LF>.<CR><LF>")
    static let cannotVerify = LMTPReply(252, "2.1.5", "Send some mail, and see")
    static let speaksLMTP = LMTPReply(500, "5.5.1", "This is LMTP: say LHLO")
    static let unknownCommand = LMTPReply(500, "5.5.1", "Command not known")
    static let notDone = LMTPReply(502, "5.5.1", "Command not done here")
    static let tooLong = LMTPReply(500, "5.5.6", "Line too long")
    static let badSyntax = LMTPReply(501, "5.5.4", "Syntax error in parameters")
    static let badSender = LMTPReply(501, "5.1.7", "No such form of an address")
    static let badRecipient = LMTPReply(501, "5.1.3", "No such form of an address")
    static let unknownParameter = LMTPReply(555, "5.5.4", "Parameter not known")
    static let needsUTF8 = LMTPReply(553, "5.6.7", "Such an address needs SMTPUTF8")
    static let outOfOrder = LMTPReply(503, "5.5.1", "Commands out of order")
    static let noRecipients = LMTPReply(503, "5.5.1", "No recipient was accepted")
    static let tooManyRecipients = LMTPReply(452, "4.5.3", "Too many recipients")
    static let tooLarge = LMTPReply(552, "5.3.4", "Message too large")
    static let tooManyErrors = LMTPReply(421, "4.7.0", "Too many errors")
    static let stopping = LMTPReply(421, "4.3.2", "Stopping")
    static let tooSlow = LMTPReply(421, "4.4.2", "Waited too long")
    /// For a recipient that nothing was answered for.
    static let failed = LMTPReply(451, "4.3.0", "Try again")
}
