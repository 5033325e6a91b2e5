import CGMime
import Jail

/// What a message consists of that could be somebody's document: the leaves of its tree that are neither its text nor a signature.
struct MailParts {
    private(set) var attachments: [MailPart] = []
    /// Left out: too many, or too deep.
    private(set) var omitted = 0
    private(set) var isEncrypted = false
    private let request: MailRequest
    /// Parts that were looked at.
    private var seen = 0

    private static let mostParts = 2000
    private static let signatures: Set<String> = [
        "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    ]
    private static let envelopes: Set<String> = [
        "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted",
    ]

    init(of message: MailMessage, _ request: MailRequest) {
        self.request = request
        if let root = message.root { look(at: root, depth: 1, isRelated: false) }
    }

    private mutating func look(at object: OpaquePointer, depth: Int, isRelated: Bool) {
        seen += 1
        guard depth <= request.maximumDepth, seen <= Self.mostParts else {
            omitted += 1
            return
        }
        if docket_is_multipart(object) != 0 {
            lookWithin(object, depth: depth)
        } else if docket_is_message(object) != 0 {
            // A message that was attached, as one is that somebody passes on.
            if let inner = g_mime_message_part_get_message(object), let root = g_mime_message_get_mime_part(inner) {
                look(at: root, depth: depth + 1, isRelated: false)
            }
        } else if docket_is_part(object) != 0 {
            take(MailPart(object, isRelated: isRelated))
        }
    }

    private mutating func lookWithin(_ multipart: OpaquePointer, depth: Int) {
        let type = MailPart.mediaType(of: multipart)
        guard type != "multipart/encrypted" else {
            isEncrypted = true
            return
        }
        for index in 0..<max(0, g_mime_multipart_get_count(multipart)) {
            guard let part = g_mime_multipart_get_part(multipart, index) else { continue }
            look(at: part, depth: depth + 1, isRelated: type == "multipart/related")
        }
    }

    private mutating func take(_ part: MailPart) {
        let type = part.facts.mediaType
        if Self.envelopes.contains(type) {
            isEncrypted = true
            return
        }
        let isText = type.hasPrefix("text/") && !part.facts.isDeclared && part.facts.name == nil
        guard !isText, !type.hasPrefix("message/"), !Self.signatures.contains(type) else { return }
        guard attachments.count < request.maximumAttachments else {
            omitted += 1
            return
        }
        attachments.append(part)
    }
}

/// A leaf of a message's tree. It lives as long as its message.
struct MailPart {
    /// A `GMimePart`.
    private let part: OpaquePointer
    let facts: MailAttachmentFacts

    private static let longestName = 255

    init(_ part: OpaquePointer, isRelated: Bool) {
        self.part = part
        let disposition = g_mime_object_get_disposition(part)
        facts = MailAttachmentFacts(
            mediaType: MailMessage.bounded(Self.mediaType(of: part), atMost: Self.longestName),
            name: g_mime_part_get_filename(part).map { Self.end(of: String(cString: $0)) }, size: 0,
            isDeclared: disposition.map { g_ascii_strcasecmp($0, "attachment") == 0 } ?? false,
            isRelated: isRelated && g_mime_object_get_content_id(part) != nil)
    }

    /// In small letters, without parameters.
    static func mediaType(of object: OpaquePointer) -> String {
        guard let type = g_mime_object_get_content_type(object), let first = g_mime_content_type_get_media_type(type),
            let second = g_mime_content_type_get_media_subtype(type)
        else { return "application/octet-stream" }
        return "\(String(cString: first))/\(String(cString: second))".lowercased()
    }

    /// The end of a name, which says what kind of file it is.
    private static func end(of name: String) -> String {
        var end = ""
        end.unicodeScalars.append(contentsOf: name.unicodeScalars.suffix(longestName / 4))
        return end
    }

    /// Its bytes, decoded.
    func content() -> [UInt8] {
        guard let wrapper = g_mime_part_get_content(part), let memory = g_mime_stream_mem_new() else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(memory)) }
        guard g_mime_data_wrapper_write_to_stream(wrapper, memory) >= 0,
            let bytes = g_mime_stream_mem_get_byte_array(memory)?.pointee, let data = bytes.data
        else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(bytes.len)))
    }
}
