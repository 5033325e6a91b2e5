import CGMime
import Jail

/// A message of e-mail in memory, parsed.
final class MailMessage {
    /// A `GMimeMessage`.
    private let message: OpaquePointer
    private let stream: OpaquePointer

    /// Of a text, in bytes.
    private static let longestAddress = 320
    private static let longestID = 998
    private static let longestField = 8000

    /// - Throws: `ContentRefusal.damaged` where there is nothing that could be a message.
    init(_ bytes: [UInt8]) throws(ContentRefusal) {
        let stream = bytes.withUnsafeBytes {
            g_mime_stream_mem_new_with_buffer($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard let stream, let parser = g_mime_parser_new_with_stream(stream) else {
            throw .damaged(detail: "the message could not be opened")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(parser)) }
        guard let message = g_mime_parser_construct_message(parser, nil) else {
            g_object_unref(UnsafeMutableRawPointer(stream))
            throw .damaged(detail: "not a message")
        }
        (self.message, self.stream) = (message, stream)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(message))
        g_object_unref(UnsafeMutableRawPointer(stream))
    }

    /// Of its own parts the outermost; nil for a message without a body.
    var root: OpaquePointer? { g_mime_message_get_mime_part(message) }

    func facts(of parts: MailParts) -> MailFacts {
        MailFacts(
            from: from, messageID: g_mime_message_get_message_id(message).map { Self.text($0, atMost: Self.longestID) },
            sentAt: sentAt, authentication: fields("Authentication-Results"), attachments: parts.attachments.count,
            omitted: parts.omitted, isEncrypted: parts.isEncrypted)
    }

    /// Without names. None where one of them is no address, such as a group: what others read there cannot be known.
    private var from: [String] {
        guard let list = g_mime_message_get_from(message) else { return [] }
        let count = min(internet_address_list_length(list), CInt(MailFacts.mostFields))
        var addresses: [String] = []
        for index in 0..<max(0, count) {
            guard let entry = internet_address_list_get_address(list, index), docket_is_mailbox(entry) != 0,
                let address = internet_address_mailbox_get_addr(entry)
            else { return [] }
            addresses.append(Self.text(address, atMost: Self.longestAddress))
        }
        return addresses
    }

    private var sentAt: Int? {
        guard let date = g_mime_message_get_date(message) else { return nil }
        let seconds = g_date_time_to_unix(date)
        return (0..<1 << 40).contains(seconds) ? Int(seconds) : nil
    }

    private func fields(_ name: String) -> [String] {
        guard let headers = g_mime_object_get_header_list(message) else { return [] }
        var found: [String] = []
        for index in 0..<max(0, g_mime_header_list_get_count(headers)) where found.count < MailFacts.mostFields {
            guard let header = g_mime_header_list_get_header_at(headers, index), let field = g_mime_header_get_name(header),
                g_ascii_strcasecmp(field, name) == 0, let value = g_mime_header_get_raw_value(header)
            else { continue }
            found.append(Self.text(value, atMost: Self.longestField))
        }
        return found
    }

    /// The beginning of a text of C's. What is no UTF-8 becomes signs that say so, each of three bytes at most for one.
    static func text(_ pointer: UnsafePointer<CChar>, atMost limit: Int) -> String {
        bounded(String(cString: pointer), atMost: limit)
    }

    static func bounded(_ text: String, atMost limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var bounded = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            bounded.unicodeScalars.append(scalar)
        }
        return bounded
    }
}
