/// One connection of LMTP (RFC 2033): bytes in, what is to be done out. Pure, and bounded whatever comes.
///
/// Whoever runs it gives it what has come by `take`, and asks for `next` until that is nil. After `recipient` and `message` it waits to
/// be told the answer by `answer`; commands that have come meanwhile wait with it (PIPELINING, RFC 2920).
public struct LMTPSession: Sendable {
    public struct Limits: Hashable, Sendable {
        /// Of a message, in bytes.
        public var messageBytes: Int
        public var recipients: Int
        /// Of a command's line, in bytes: what RFC 5321 asks for, and room for parameters.
        public var lineBytes: Int
        /// Commands that are refused for what they are; after so many the connection ends.
        public var errors: Int

        public init(messageBytes: Int = 35_000_000, recipients: Int = 100, lineBytes: Int = 2048, errors: Int = 20) {
            (self.messageBytes, self.recipients, self.lineBytes, self.errors) = (messageBytes, recipients, lineBytes, errors)
        }
    }

    /// A message with its envelope.
    public struct Message: Hashable, Sendable {
        /// Nil for a report of some mail server.
        public let sender: MailPath?
        /// Those that were accepted, in their order; one may be there twice.
        public let recipients: [MailPath]
        /// Without the dots that were put in front of others.
        public let bytes: [UInt8]
    }

    public enum Action: Hashable, Sendable {
        /// Bytes for the client.
        case reply([UInt8])
        /// For the client, too: the session itself refuses or defers something, or a command.
        case refusal(LMTPReply)
        /// Asks whether mail for it is taken: one answer, which refuses it, defers it, or has a code of 2xx.
        case recipient(MailPath, sender: MailPath?)
        /// Asks what became of it: one answer for each recipient.
        case message(Message)
        /// Ends the connection, once the client has all replies.
        case close
    }

    private enum State {
        case new, greeted
        case mail(Transaction)
        case asking(Transaction, MailPath)
        case data(Transaction, MessageCollector)
        case delivering(count: Int)
        case closed
    }

    private struct Transaction {
        let sender: MailPath?
        let isInternational: Bool
        var recipients: [MailPath] = []
        /// Those that were refused, too.
        var asked = 0
    }

    private let host: String
    private let limits: Limits
    private var state = State.new
    private var waiting: [UInt8] = []
    private var actions: [Action] = []
    private var errors = 0
    /// Whether the rest of a line that was too long is passed over.
    private var isSkipping = false

    /// `host` is the name that it introduces itself by.
    public init(host: String, limits: Limits = Limits()) {
        (self.host, self.limits) = (host, limits)
        actions = [.reply(LMTPReply(220, nil, "\(host) LMTP").bytes)]
    }

    /// Whether the client may be told to go at once: nothing of a message is there.
    public var isIdle: Bool {
        switch state {
        case .new, .greeted, .closed: actions.isEmpty
        case .mail, .asking, .data, .delivering: false
        }
    }

    /// Whether it waits for an answer; bytes that come meanwhile should not be read.
    private var isWaiting: Bool {
        switch state {
        case .asking, .delivering: true
        case .new, .greeted, .mail, .data, .closed: false
        }
    }

    /// Takes what the client has sent.
    public mutating func take(_ bytes: [UInt8]) { waiting += bytes }

    /// What is to be done now; nil when more of the client's bytes, or an answer, is needed.
    public mutating func next() -> Action? {
        while actions.isEmpty, !isWaiting, proceed() {}
        return actions.isEmpty ? nil : actions.removeFirst()
    }

    /// Says what was asked by `recipient` or `message`; of replies that are missing the client is told to try again.
    public mutating func answer(_ replies: [LMTPReply]) {
        switch state {
        case .asking(var transaction, let path):
            let reply = replies.first
            if let reply, !reply.isRefusal, !reply.isDeferral { transaction.recipients.append(path) }
            state = .mail(transaction)
            pass(reply)
        case .delivering(let count):
            state = .greeted
            for index in 0..<count { pass(index < replies.count ? replies[index] : nil) }
        case .new, .greeted, .mail, .data, .closed: break
        }
    }

    /// Ends the connection with a reason, whatever it was at.
    public mutating func end(_ reply: LMTPReply) {
        guard case .closed = state else {
            // Whoever is at nothing is refused nothing.
            close(reply, isRefusal: !isIdle)
            return
        }
    }

    // MARK: - Reading

    /// Deals with the next line, or with what there is of a message. False when there is too little to deal with.
    private mutating func proceed() -> Bool {
        switch state {
        case .closed: return false
        case .data(let transaction, var collector):
            guard !waiting.isEmpty else { return false }
            // Two owners of the message's bytes would copy all of it with each piece.
            state = .greeted
            let (count, isEnd) = collector.take(waiting[...])
            waiting.removeFirst(count)
            guard isEnd else {
                state = .data(transaction, collector)
                return true
            }
            deliver(transaction, collector)
            return true
        case .new, .greeted, .mail, .asking, .delivering:
            guard let line = nextLine() else { return false }
            carryOut(LMTPCommand(line))
            return true
        }
    }

    /// A line without its end, which is a CR and a LF.
    private mutating func nextLine() -> [UInt8]? {
        var end: Int?
        for index in waiting.indices.dropFirst() where waiting[index] == UInt8(ascii: "\n") {
            guard waiting[index - 1] == UInt8(ascii: "\r") else { continue }
            end = index - 1
            break
        }
        guard let end else {
            if waiting.count > limits.lineBytes {
                if !isSkipping { fail(.tooLong) }
                isSkipping = true
                // A CR at the end may be half of the line's.
                waiting = Array(waiting.suffix(1))
            }
            return nil
        }
        let line = Array(waiting[..<end])
        waiting.removeFirst(end + 2)
        if isSkipping {
            isSkipping = false
            return nextLine()
        }
        guard line.count <= limits.lineBytes else {
            fail(.tooLong)
            return nextLine()
        }
        return line
    }

    // MARK: - Commands

    private mutating func carryOut(_ command: LMTPCommand) {
        switch (command, state) {
        case (.quit, _): close(.goodbye, isRefusal: false)
        case (.nothing, _): say(.done)
        case (.verify, _): say(.cannotVerify)
        case (.lhlo, _):
            state = .greeted
            greet()
        case (.foreignGreeting, _): fail(.speaksLMTP)
        case (.notDone, _): fail(.notDone)
        case (.unknown, _): fail(.unknownCommand)
        case (.reset, .new): say(.done)
        case (.reset, _):
            state = .greeted
            say(.done)
        case (.mail(let line), .greeted): begin(line)
        case (.recipient(let path), .mail(let transaction)): ask(path, transaction)
        case (.data, .mail(let transaction)):
            guard !transaction.recipients.isEmpty else { return say(.noRecipients) }
            state = .data(transaction, MessageCollector(limit: limits.messageBytes))
            say(.goAhead)
        case (.mail, _), (.recipient, _), (.data, _): fail(.outOfOrder)
        }
    }

    private mutating func greet() {
        let extensions = ["PIPELINING", "ENHANCEDSTATUSCODES", "8BITMIME", "SMTPUTF8", "SIZE \(limits.messageBytes)"]
        var text = "250-\(host)\r\n"
        for (index, name) in extensions.enumerated() { text += "250\(index == extensions.count - 1 ? " " : "-")\(name)\r\n" }
        actions.append(.reply(Array(text.utf8)))
    }

    private mutating func begin(_ line: Result<LMTPCommand.SenderLine, LMTPCommand.SyntaxFault>) {
        switch line {
        case .failure(.syntax): fail(.badSyntax)
        case .failure(.path): fail(.badSender)
        case .failure(.parameter): fail(.unknownParameter)
        case .success(let line):
            guard !(line.path?.isInternational ?? false) || line.isInternational else { return fail(.needsUTF8) }
            guard line.size ?? 0 <= limits.messageBytes else { return refuse(.tooLarge) }
            state = .mail(Transaction(sender: line.path, isInternational: line.isInternational))
            say(.senderTaken)
        }
    }

    private mutating func ask(_ path: Result<MailPath, LMTPCommand.SyntaxFault>, _ transaction: Transaction) {
        switch path {
        case .failure(.syntax): fail(.badSyntax)
        case .failure(.path): fail(.badRecipient)
        case .failure(.parameter): fail(.unknownParameter)
        case .success(let path):
            guard !path.isInternational || transaction.isInternational else { return fail(.needsUTF8) }
            var transaction = transaction
            guard transaction.asked < limits.recipients else { return refuse(.tooManyRecipients) }
            transaction.asked += 1
            state = .asking(transaction, path)
            actions.append(.recipient(path, sender: transaction.sender))
        }
    }

    private mutating func deliver(_ transaction: Transaction, _ collector: MessageCollector) {
        guard !collector.isTooLarge else {
            for _ in transaction.recipients { refuse(.tooLarge) }
            return
        }
        state = .delivering(count: transaction.recipients.count)
        actions.append(
            .message(
                Message(sender: transaction.sender, recipients: transaction.recipients, bytes: collector.message)))
    }

    // MARK: - Replies

    private mutating func say(_ reply: LMTPReply) { actions.append(.reply(reply.bytes)) }

    private mutating func refuse(_ reply: LMTPReply) { actions.append(.refusal(reply)) }

    /// Says what was answered. Whoever answers counts their refusals themselves; that nothing was answered is known here alone.
    private mutating func pass(_ reply: LMTPReply?) {
        if let reply { say(reply) } else { refuse(.failed) }
    }

    private mutating func fail(_ reply: LMTPReply) {
        errors += 1
        if errors >= limits.errors { close(.tooManyErrors, isRefusal: true) } else { refuse(reply) }
    }

    private mutating func close(_ reply: LMTPReply, isRefusal: Bool) {
        state = .closed
        waiting = []
        if isRefusal { refuse(reply) } else { say(reply) }
        actions.append(.close)
    }
}
