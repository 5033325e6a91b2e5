import Domain
import LMTP

/// What a mail server says, and what it says of a sender. What must hold: how its bytes are cut changes nothing; no message is larger
/// than may be, has nobody to go to, or is answered twice; and nobody vouches for a domain where no server of one's own said so.
enum MailSessions: FuzzTarget {
    private static let limits = LMTPSession.Limits(messageBytes: 1000, recipients: 3, lineBytes: 200, errors: 5)

    static func run(_ input: [UInt8]) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = talk(bytes, pieces: max(1, bytes.count))
        let pieces = talk(bytes, pieces: 1 + Int(cut))
        precondition(whole.messages == pieces.messages, "the same bytes in other pieces are other messages")
        for message in whole.messages {
            precondition(message.bytes.count <= limits.messageBytes && !message.recipients.isEmpty)
            precondition(message.recipients.count <= limits.recipients)
        }
        let field = String(decoding: bytes, as: UTF8.self)
        let unnamed = MailAuthentication([field], by: nil, domain: "example.org")
        precondition(unnamed.verdict == .unknown && unnamed.words.isEmpty)
        let found = MailAuthentication([field], by: "mx.example", domain: "example.org")
        precondition(found.words.utf8.allSatisfy { (0x20...0x7e).contains($0) } && found.words.utf8.count < 300)
        let isOwn = AuthenticationResults(field)?.server.utf8.elementsEqual("mx.example".utf8) ?? false
        precondition(isOwn || found.verdict == .unknown, "another server was believed")
    }

    private static func talk(_ bytes: [UInt8], pieces: Int) -> (messages: [LMTPSession.Message], replies: [UInt8]) {
        var session = LMTPSession(host: "docket.example", limits: limits)
        var (messages, replies): ([LMTPSession.Message], [UInt8]) = ([], [])
        func carryOut() -> Bool {
            while let action = session.next() {
                switch action {
                case .reply(let bytes):
                    precondition(bytes.suffix(2) == [13, 10] && bytes.allSatisfy { $0 < 0x80 })
                    replies += bytes
                case .refusal(let reply):
                    precondition(reply.isRefusal || reply.isDeferral)
                    replies += Array("\(reply.code) \(reply.text)\r\n".utf8)
                case .recipient(let path, _):
                    session.answer([path.local == "no" ? LMTPReply(550, "5.1.1", "No") : LMTPReply(250, "2.1.5", "Ok")])
                case .message(let message):
                    messages.append(message)
                    session.answer(message.recipients.map { _ in LMTPReply(250, "2.0.0", "Ok") })
                case .close: return false
                }
            }
            return true
        }
        guard carryOut() else { return (messages, replies) }
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            session.take(Array(bytes[start..<min(start + pieces, bytes.count)]))
            guard carryOut() else { break }
        }
        return (messages, replies)
    }

    static var seeds: [[UInt8]] {
        let envelope =
            "LHLO a\r\nMAIL FROM:<a@example.org> SIZE=‹9›\r\nRCPT TO:<no@b.example>\r\nRCPT TO:<\"x y\"@b.example>\r\nDATA\r\n"
        let texts = [
            "\(envelope)From: a\r\n\r\n..\r\n.x\r\n.\r\nNOOP\r\nQUIT\r\n", "\(envelope)\n.\n\r.\r\n\r\n.\r\nRSET\r\n",
            "mx.example (a; b) 1; dkim=pass header.d=example.org; spf = fail smtp.mailfrom=\"a;b\"@example.org; dmarc/‹1›=pass",
            "EHLO a\r\nHELO a\r\nVRFY a\r\nSTARTTLS\r\nMAIL FROM:<>\r\nMAIL FROM:<ä@b>\r\n",
        ]
        return texts.flatMap(HostileNumbers.seeds).map { [3] + $0 }
    }
}
