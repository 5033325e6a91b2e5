import EventLoop
import Jail
import Shared
import Testing

/// What the real MailJail, which lies beside the test's own executable, finds in messages.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MailTests {
    private func withMail<Result: Sendable>(_ body: (Jail) async throws -> Result) async throws -> Result {
        var configuration = JailConfiguration.mail()
        configuration.requiredLocks = [.seccomp]
        return try await withJail(configuration) { jail, _ in try await body(jail) }
    }

    private func read(_ text: String, _ request: MailRequest = MailRequest()) async throws -> ReadMail {
        let bytes = Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8)
        return try await withMail { try await $0.mail(.bytes(bytes), request) }
    }

    private static let mixed = """
        Received: from mx.example
        Authentication-Results: mx.example; dkim=pass
          header.d=example.org
        From: "Ann (of =?utf-8?q?M=C3=BCnchen?=)" <ann@example.org>
        To: documents@acme.example
        Message-ID: <1@example.org>
        Date: Fri, 27 Nov 2026 06:00:00 +0100
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=outer

        --outer
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain

        See attached.
        --inner
        Content-Type: text/html

        <p>See attached.</p>
        --inner--
        --outer
        Content-Type: image/jpeg; name="bill.jpg"
        Content-Disposition: attachment; filename*=utf-8''Rechnung%20M%C3%BCnchen.jpg
        Content-Transfer-Encoding: base64

        /9j/4AAQ
        --outer
        Content-Type: application/pdf
        Content-Transfer-Encoding: quoted-printable
        Content-Disposition: inline; filename=bill.pdf

        %PDF-1.7=0A
        --outer--

        """

    @Test func `attachments come decoded, and the text of the message does not`() async throws {
        let mail = try await read(Self.mixed)
        #expect(mail.facts.from == ["ann@example.org"] && mail.facts.messageID == "1@example.org")
        #expect(mail.facts.sentAt == 1_795_755_600)
        #expect(mail.facts.authentication.count == 1 && mail.facts.authentication[0].contains("header.d=example.org"))
        #expect(!mail.facts.isEncrypted && mail.facts.omitted == 0)
        #expect(mail.attachments.map(\.facts.mediaType) == ["image/jpeg", "application/pdf"])
        #expect(mail.attachments.map(\.facts.isDeclared) == [true, false])
        #expect(mail.attachments[0].facts.name?.hasSuffix(".jpg") == true && mail.attachments[1].facts.name == "bill.pdf")
        #expect(mail.attachments[0].bytes == [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])
        #expect(mail.attachments[1].bytes.map { String(decoding: $0, as: UTF8.self) } == "%PDF-1.7\n")
    }

    @Test func `a picture of the text is told as such, and so is what is encrypted`() async throws {
        let related = try await read(
            """
            From: ann@example.org
            Content-Type: multipart/related; boundary=b

            --b
            Content-Type: text/html

            <img src="cid:logo">
            --b
            Content-Type: image/png
            Content-ID: <logo>
            Content-Transfer-Encoding: base64

            AAAA
            --b--

            """)
        #expect(related.attachments.map(\.facts.isRelated) == [true])
        let encrypted = try await read(
            """
            From: ann@example.org
            Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b

            --b
            Content-Type: application/pgp-encrypted

            Version: 1
            --b
            Content-Type: application/octet-stream

            -----BEGIN PGP MESSAGE-----
            --b--

            """)
        #expect(encrypted.facts.isEncrypted && encrypted.attachments.isEmpty)
        let signed = try await read(
            "From: ann@example.org\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nAAAA\n")
        #expect(signed.facts.isEncrypted && signed.attachments.isEmpty)
    }

    @Test func `what is attached to a message that was passed on is found, and the signature of one is not`() async throws {
        let mail = try await read(
            """
            From: ben@example.org
            Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=s

            --s
            Content-Type: message/rfc822

            From: ann@example.org
            Content-Type: image/png; name=inner.png

            PNG
            --s
            Content-Type: application/pgp-signature; name=signature.asc

            x
            --s--

            """)
        #expect(mail.facts.from == ["ben@example.org"])
        #expect(mail.attachments.map(\.facts.name) == ["inner.png"])
    }

    @Test func `too many, too large and too deep is told and left out`() async throws {
        let parts = (0..<30).map { "--b\nContent-Type: image/png; name=\($0).png\n\nPNG\($0)\n" }.joined()
        let many = try await read("From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n")
        #expect(many.attachments.count == 20 && many.facts.omitted == 10)
        let large = try await read(Self.mixed, MailRequest(maximumAttachmentBytes: 8))
        #expect(large.attachments.map { $0.bytes?.count } == [6, nil] && large.attachments[1].facts.size == 9)
        var deep = "From: a@b.example\n"
        for level in 0..<3000 { deep += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
        let nested = try? await read(deep + "Content-Type: image/png\n\nPNG\n")
        // Whether GMime ends at some depth by itself or tells all of it: nobody is given the part.
        #expect(nested?.attachments.isEmpty ?? true)
        let tooLong = await #expect(throws: JailError.self) { try await read(Self.mixed, MailRequest(maximumBytes: 10)) }
        #expect(tooLong?.refusal != nil)
    }

    @Test func `bytes that are no message are a message without anything, or refused`() async throws {
        for bytes in [[UInt8](repeating: 0, count: 1000), Array("\r\n\r\n".utf8), Array("From:\r\n".utf8), [UInt8](0...255)] {
            let mail = try? await withMail { try await $0.mail(.bytes(bytes), MailRequest()) }
            #expect(mail?.attachments.allSatisfy { $0.bytes?.count ?? 0 <= 1000 } ?? true)
            #expect(mail?.facts.from.isEmpty ?? true)
        }
    }

    @Test func `mutilated messages end the child at most`() async throws {
        let sound = Array(Self.mixed.utf8)
        var generator = SystemRandomNumberGenerator()
        try await withMail { jail in
            for _ in 0..<60 {
                var bytes = sound
                for _ in 0..<20 { bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255) }
                _ = try? await jail.mail(.bytes(bytes), MailRequest())
            }
            let mail = try await jail.mail(.bytes(sound), MailRequest())
            #expect(mail.attachments.count == 2)
        }
    }

    @Test func `a jail of another kind takes no mail apart`() async throws {
        await #expect(throws: JailError.self) {
            try await withJail { jail, _ in try await jail.mail(.bytes(Array(Self.mixed.utf8)), MailRequest()) }
        }
    }
}
