import Crypto
import Shared

/// A message in the form of RFC 5322 and MIME (RFC 2045 to 2047): with the same content as text and HTML.
///
/// Headers cannot contain a line break: they consist of addresses, and of texts that are encoded unless they are plain
/// letters.
struct MailMessage: Sendable {
    var from: MailAddress
    /// The name before the address.
    var fromName: String?
    var to: MailAddress
    var subject: String
    /// BCP 47.
    var language: String
    var text: String
    var html: HTMLText
    /// The same in each repetition of an event's message, so that it can be recognised.
    var event: EventID
    var time: Timestamp

    /// The bytes for a mail server. Lines end in CRLF, and have at most 78 characters if they can be folded.
    func encoded() -> [UInt8] {
        let boundary = "docket-\(event)"
        let sender = fromName.map { "\(Self.encodedText($0, after: 6)) <\(from)>" } ?? "<\(from)>"
        let head = [
            "From: \(sender)", "To: <\(to)>", "Subject: \(Self.encodedText(subject, after: 9))",
            "Date: \(Self.date(time))", "Message-ID: <\(event)@\(from.domain)>", "Content-Language: \(language)",
            // RFC 3834: nobody's absence is to be answered with.
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
        ]
        let parts = [("text/plain", text), ("text/html", html.description)].flatMap { type, content in
            [
                "--\(boundary)", "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: base64", "",
                Self.wrapped(content),
            ]
        }
        return Array((head + [""] + parts + ["--\(boundary)--", ""]).joined(separator: "\r\n").utf8)
    }

    /// The text of a header: unchanged if plain, otherwise in encoded words of at most 75 characters (RFC 2047), folded.
    static func encodedText(_ text: String, after used: Int) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"\"(),.:;<>@[]\\=?".utf8.contains($0) }
        if isPlain, text.utf8.count + used <= 76, !text.isEmpty { return text }
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            // Encoded or not, a line break has no business in a header.
            let next = Array(String(scalar.properties.generalCategory == .control ? " " : scalar).utf8)
            // 45 bytes are 60 letters, and a character is never cut in two.
            if bytes.count + next.count > 39 {
                words.append("=?utf-8?B?\(Base64.encode(bytes))?=")
                bytes = []
            }
            bytes += next
        }
        words.append("=?utf-8?B?\(Base64.encode(bytes))?=")
        return words.joined(separator: "\r\n ")
    }

    private static func wrapped(_ content: String) -> String {
        let letters = Array(Base64.encode(Array(content.utf8)).utf8)
        return stride(from: 0, to: letters.count, by: 76).map {
            String(decoding: letters[$0..<min($0 + 76, letters.count)], as: UTF8.self)
        }.joined(separator: "\r\n")
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `31 Oct 2026 09:05:07 +0000` (RFC 5322, section 3.3; the weekday is optional).
    private static func date(_ time: Timestamp) -> String {
        let text = Array(time.description)
        guard text.count >= 19, let month = Int(String(text[5...6])), (1...12).contains(month) else { return "" }
        return "\(String(text[8...9])) \(months[month - 1]) \(String(text[0...3])) \(String(text[11...18])) +0000"
    }
}
