import Jail

/// Does in the zygote what a child does, with a message of our own, so that what libraries and the language's runtime set up for it is
/// there.
enum WarmUp {
    private static let message = """
        From: =?utf-8?q?A?= <a@example.org>\r
        Date: Thu, 1 Jan 2026 00:00:00 +0000\r
        Content-Type: multipart/mixed; boundary=b\r
        \r
        --b\r
        Content-Type: image/jpeg; name="=?utf-8?q?a?="\r
        Content-Transfer-Encoding: base64\r
        \r
        AAAA\r
        --b\r
        Content-Disposition: attachment; filename*=utf-8''a.pdf\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        =41\r
        --b--\r
        """

    static func run() {
        guard let message = try? MailMessage(Array(message.utf8)) else { return }
        let parts = MailParts(of: message, MailRequest())
        _ = WireCoding.encode(JailResponse.mail(message.facts(of: parts)))
        for part in parts.attachments { _ = part.content() }
        _ = WireCoding.encode(JailResponse.attachment(MailAttachmentFacts(mediaType: "", size: 0)))
        _ = WireCoding.encode(JailResponse.finished(pages: 0))
        _ = WireCoding.encode(JailResponse.refused(.damaged(detail: "")))
        _ = try? WireCoding.decode(JailRequest.self, from: WireCoding.encode(JailRequest.mail(MailRequest())))
    }
}
