import Testing

@testable import LMTP

/// The protocol, without a socket.
@Suite struct LMTPSessionTests {
    private typealias Action = LMTPSession.Action

    /// A session and whoever answers it: mail for `no@…` is refused, for `later@…` deferred, and what is delivered is kept.
    private struct Talk {
        var session: LMTPSession
        private(set) var delivered: [LMTPSession.Message] = []
        private(set) var isClosed = false
        private(set) var text = ""
        /// What the session has refused by itself, by its statuses.
        private(set) var refused: [String] = []

        init(_ limits: LMTPSession.Limits = LMTPSession.Limits()) {
            session = LMTPSession(host: "docket.example", limits: limits)
            carryOut()
        }

        /// What the session says to this.
        mutating func say(_ bytes: String) -> [String] { say(Array(bytes.utf8)) }

        mutating func say(_ bytes: [UInt8]) -> [String] {
            text = ""
            session.take(bytes)
            carryOut()
            return text.split(separator: "\r\n").map(String.init)
        }

        mutating func end() {
            text = ""
            session.end(.stopping)
            carryOut()
        }

        private mutating func carryOut() {
            while let action = session.next() {
                switch action {
                case .reply(let bytes): text += String(decoding: bytes, as: UTF8.self)
                case .refusal(let reply):
                    text += String(decoding: reply.bytes, as: UTF8.self)
                    refused.append(reply.status ?? "")
                case .recipient(let path, _):
                    switch path.local {
                    case "no": session.answer([LMTPReply(550, "5.1.1", "No")])
                    case "later": session.answer([LMTPReply(451, "4.3.0", "Later")])
                    default: session.answer([.recipientTaken])
                    }
                case .message(let message):
                    delivered.append(message)
                    session.answer(message.recipients.map { LMTPReply(250, "2.0.0", "For \($0.local)") })
                case .close: isClosed = true
                }
            }
        }
    }

    private func codes(_ replies: [String]) -> [String] { replies.map { String($0.prefix(3)) } }

    @Test func `a message goes to each recipient, with a reply of its own`() {
        var talk = Talk()
        #expect(talk.text == "220 docket.example LMTP\r\n")
        #expect(
            talk.say("LHLO mx.example\r\n") == [
                "250-docket.example", "250-PIPELINING", "250-ENHANCEDSTATUSCODES", "250-8BITMIME", "250-SMTPUTF8",
                "250 SIZE 35000000",
            ])
        #expect(talk.say("mail from:<ann@example.org> SIZE=12 BODY=8BITMIME\r\n") == ["250 2.1.0 Ok"])
        #expect(talk.say("RCPT TO:<one@acme.example>\r\n") == ["250 2.1.5 Ok"])
        #expect(talk.say("RCPT TO:<no@acme.example>\r\n") == ["550 5.1.1 No"])
        #expect(talk.say("RCPT TO:<two@ACME.example>\r\n") == ["250 2.1.5 Ok"])
        #expect(talk.say("DATA\r\n") == ["354 End with <CR><LF>.<CR><LF>"])
        #expect(talk.say("Subject: x\r\n\r\n..dot\r\n.\r\n") == ["250 2.0.0 For one", "250 2.0.0 For two"])
        #expect(talk.delivered.count == 1 && talk.delivered[0].recipients.map(\.domain) == ["acme.example", "acme.example"])
        #expect(talk.delivered[0].bytes == Array("Subject: x\r\n\r\n.dot\r\n".utf8))
        #expect(talk.delivered[0].sender == MailPath("ann@example.org"))
        #expect(talk.say("QUIT\r\n") == ["221 2.0.0 Goodbye"] && talk.isClosed)
    }

    @Test func `all that a client may send at once is answered in its order, wherever the pieces are cut`() {
        let all = Array(
            "LHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<no@b.example>\r\nRCPT TO:<yes@b.example>\r\nDATA\r\nhello\r\n.\r\nNOOP\r\nQUIT\r\n"
                .utf8)
        var whole = Talk()
        let expected = whole.say(all)
        #expect(
            codes(expected) == ["250", "250", "250", "250", "250", "250", "250", "550", "250", "354", "250", "250", "221"])
        for size in 1...17 {
            var talk = Talk()
            var replies: [String] = []
            for start in stride(from: 0, to: all.count, by: size) {
                replies += talk.say(Array(all[start..<min(start + size, all.count)]))
            }
            #expect(replies == expected && talk.delivered == whole.delivered, "\(size)")
        }
        #expect(whole.delivered.map(\.bytes) == [Array("hello\r\n".utf8)])
    }

    @Test func `nobody greets with HELO or EHLO, and nothing is done before LHLO`() {
        var talk = Talk()
        #expect(talk.say("EHLO a\r\n") == ["500 5.5.1 This is LMTP: say LHLO"])
        #expect(talk.say("HELO a\r\n") == ["500 5.5.1 This is LMTP: say LHLO"])
        #expect(codes(talk.say("MAIL FROM:<a@b.example>\r\n")) == ["503"])
        #expect(codes(talk.say("LHLO\r\n")) == ["500"])
        #expect(codes(talk.say("NOOP\r\nVRFY a\r\nRSET\r\n")) == ["250", "252", "250"])
    }

    @Test(arguments: [
        ("RCPT TO:<a@b.example>", "503"), ("DATA", "503"), ("MAIL FROM:a@b.example", "501"), ("MAIL FROM:<a@>", "501"),
        ("MAIL FROM:<a@b.example> FUTURE=1", "555"), ("MAIL FROM:<a@b.example> SIZE=x", "555"),
        ("MAIL FROM:<a@b.example> SIZE=99999999999999999999", "552"), ("MAIL FROM:<a@b.example> SIZE=35000001", "552"),
        ("MAIL FROM:<ä@b.example>", "553"), ("MAIL FROM:<ä@b.example> SMTPUTF8", "250"), ("MAIL FROM: <a@b.example>", "250"),
        ("MAIL FROM:<@relay.example:a@b.example>", "250"), ("MAIL FROM:<\"a>b\"@b.example>", "250"), ("STARTTLS", "502"),
        ("AUTH PLAIN", "502"), ("BDAT 4 LAST", "502"), ("EXPN list", "502"), ("SAY", "500"), ("\u{1}", "500"), ("", "500"),
    ])
    func `each line has its answer`(line: String, code: String) {
        var talk = Talk()
        _ = talk.say("LHLO a\r\n")
        #expect(codes(talk.say("\(line)\r\n")) == [code])
    }

    @Test func `without a recipient that was taken there is no message`() {
        var talk = Talk()
        #expect(codes(talk.say("LHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<no@b.example>\r\n")).suffix(2) == ["250", "550"])
        #expect(codes(talk.say("RCPT TO:<later@b.example>\r\nDATA\r\n")) == ["451", "503"])
        #expect(codes(talk.say("RSET\r\nRCPT TO:<yes@b.example>\r\n")) == ["250", "503"])
        #expect(codes(talk.say("MAIL FROM:<a@b.example>\r\nMAIL FROM:<a@b.example>\r\n")) == ["250", "503"])
        #expect(talk.delivered.isEmpty)
    }

    @Test func `a message that is too large is refused once it has ended, and the next one is taken`() {
        var talk = Talk(LMTPSession.Limits(messageBytes: 100))
        _ = talk.say("LHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<x@b.example>\r\nRCPT TO:<y@b.example>\r\nDATA\r\n")
        #expect(talk.say(String(repeating: "x", count: 101) + "\r\n").isEmpty)
        #expect(talk.say(".\r\n") == ["552 5.3.4 Message too large", "552 5.3.4 Message too large"])
        _ = talk.say("MAIL FROM:<a@b.example>\r\nRCPT TO:<x@b.example>\r\nDATA\r\n")
        #expect(codes(talk.say(String(repeating: "x", count: 98) + "\r\n.\r\n")) == ["250"])
        #expect(talk.delivered.map(\.bytes.count) == [100])
    }

    @Test func `only CR LF dot CR LF ends a message`() {
        for ending in ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r"] {
            var talk = Talk()
            _ = talk.say("LHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<x@b.example>\r\nDATA\r\n")
            #expect(talk.say("text\(ending)MAIL FROM:<evil@b.example>\r\nRCPT TO:<y@b.example>\r\nDATA\r\n").isEmpty)
            #expect(codes(talk.say("\r\n.\r\n")) == ["250"])
            #expect(talk.delivered.count == 1)
        }
    }

    @Test func `what it refuses by itself is told as that, and no answer of others`() {
        var talk = Talk(LMTPSession.Limits(messageBytes: 100, recipients: 3, errors: 3))
        _ = talk.say("LHLO a\r\nMAIL FROM:<a@b.example> SIZE=101\r\nRCPT TO:<no@b.example>\r\n")
        #expect(talk.refused == ["5.3.4", "5.5.1"])
        _ = talk.say("MAIL FROM:<a@b.example>\r\n")
        for name in ["no", "later", "x", "y"] { _ = talk.say("RCPT TO:<\(name)@b.example>\r\n") }
        #expect(talk.refused.dropFirst(2) == ["4.5.3"])
        _ = talk.say("DATA\r\n\(String(repeating: "x", count: 101))\r\n.\r\n")
        #expect(talk.refused.dropFirst(3) == ["5.3.4"])
        #expect(talk.say("what\r\n") == ["500 5.5.1 Command not known"])
        #expect(talk.say("what\r\n") == ["421 4.7.0 Too many errors"])
        #expect(talk.refused.dropFirst(4) == ["5.5.1", "4.7.0"] && talk.isClosed)
    }

    @Test func `a client that is sent away is refused something only where it was at something`() {
        var idle = Talk()
        idle.end()
        #expect(idle.text.hasPrefix("421") && idle.refused.isEmpty && idle.isClosed)
        var busy = Talk()
        _ = busy.say("LHLO a\r\nMAIL FROM:<a@b.example>\r\n")
        busy.end()
        #expect(busy.text.hasPrefix("421") && busy.refused == ["4.3.2"] && busy.isClosed)
    }

    @Test func `lines, recipients and errors are bounded`() {
        var talk = Talk(LMTPSession.Limits(recipients: 2, lineBytes: 64, errors: 4))
        _ = talk.say("LHLO a\r\nMAIL FROM:<a@b.example>\r\n")
        let recipients = String(repeating: "RCPT TO:<x@b.example>\r\n", count: 3)
        #expect(codes(talk.say(recipients)) == ["250", "250", "452"])
        #expect(codes(talk.say(String(repeating: "x", count: 5000))) == ["500"])
        #expect(talk.say(String(repeating: "x", count: 5000)).isEmpty)
        #expect(codes(talk.say("\r\nNOOP\r\n")) == ["250"])
        #expect(codes(talk.say(String(repeating: "y", count: 65) + "\r\nNOOP\r\n")) == ["500", "250"])
        #expect(codes(talk.say("what\r\nwhat\r\nNOOP\r\n")) == ["500", "421"])
        #expect(talk.isClosed && talk.say("NOOP\r\n").isEmpty)
    }

    @Test func `recipients that nothing was answered for are to be tried again`() {
        var session = LMTPSession(host: "a")
        session.take(Array("LHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<a@b.example>\r\nRCPT TO:<c@b.example>\r\nDATA\r\n.\r\n".utf8))
        var text = ""
        while let action = session.next() {
            switch action {
            case .reply(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .refusal(let reply): text += String(decoding: reply.bytes, as: UTF8.self)
            case .recipient: session.answer([.recipientTaken])
            case .message: session.answer([.done])
            case .close: Issue.record("closed")
            }
        }
        #expect(text.hasSuffix("250 2.0.0 Ok\r\n451 4.3.0 Try again\r\n"))
    }

    @Test(arguments: [
        ("a@b.example", "a", "b.example"), ("A.b+c@B.Example", "A.b+c", "b.example"), ("\"a b\\\"\"@b", "a b\"", "b"),
        ("a@[192.0.2.1]", "a", "[192.0.2.1]"), ("ä@bücher.example", "ä", "bücher.example"),
    ])
    func `an address is read`(text: String, local: String, domain: String) {
        let path = MailPath(text)
        #expect(path?.local == local && path?.domain == domain)
    }

    @Test(arguments: [
        "", "a", "@b", "a@", "a..b@c", ".a@b", "a@b..c", "a b@c", "a@b c", "\"a@b", "a@[", "a@[]", "a@b@c", "a\"b@c", "<a@b>",
        String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 256),
    ])
    func `what is no address is not read`(text: String) { #expect(MailPath(text) == nil) }
}
