/// Finds other formats that the bytes of a file could be taken for.
enum SecondFormats {
    /// In the first `MediaTypeSniffer.headLength` bytes.
    static func find(inHead head: Span<UInt8>, _ facts: inout FileFacts) {
        let pdf = head.firstOffset(of: "%PDF-")
        guard facts.mediaType != nil else { return }
        if pdf != nil, facts.mediaType != .pdf { facts.suspect(.pdf) }
        if head.has("PK\u{3}\u{4}", at: 0) { facts.suspect(.zip) }
        if hasForeignStart(head) { facts.suspect(.executable) }
        // What a PDF writes about itself is its own business; markup in front of it is not.
        if hasMarkup(facts.mediaType == .pdf ? head.extracting(head.range(at: 0, count: pdf ?? 0)) : head) {
            facts.suspect(.markup)
        }
        if hidesScript(head, facts.mediaType) { facts.suspect(.script) }
    }

    /// In the first bytes after the end of a file's structure.
    static func formats(inTrailing bytes: Span<UInt8>) -> [FileFacts.ForeignFormat] {
        var found: [FileFacts.ForeignFormat] = []
        if bytes.firstOffset(of: "%PDF-") != nil { found.append(.pdf) }
        if bytes.has("PK\u{3}\u{4}", at: 0) || bytes.has("Rar!\u{1a}\u{7}", at: 0)
            || bytes.has([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], at: 0)
        {
            found.append(.zip)
        }
        if hasForeignStart(bytes) { found.append(.executable) }
        if hasMarkup(bytes) { found.append(.markup) }
        return found
    }

    /// In the last bytes of the file.
    static func find(inTail tail: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        guard facts.mediaType != nil else { return }
        if endsAsZIP(tail, at: offset, exactly: facts.mediaType == .pdf) { facts.suspect(.zip) }
        if endsAsSamsung(tail), facts.trailing?.kind == .unknown { facts.trailing?.kind = .phone }
    }

    /// Windows and Linux programs, and shell scripts.
    private static func hasForeignStart(_ bytes: Span<UInt8>) -> Bool {
        bytes.has([0x7f, 0x45, 0x4c, 0x46], at: 0) || bytes.has("#!/", at: 0)
            || bytes.has("MZ", at: 0) && bytes.firstOffset(of: "PE\0\0") != nil
    }

    private static let markup: [StaticSignature] = [
        "<!doctype html", "<html", "<script", "<svg", "<?php", "<iframe", "<body",
    ]

    private static func hasMarkup(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            for word in markup where hasIgnoringCase(bytes, word, at: index) { return true }
        }
        return false
    }

    /// `word` is in lower case.
    private static func hasIgnoringCase(_ bytes: Span<UInt8>, _ word: StaticSignature, at offset: Int) -> Bool {
        guard offset <= bytes.count - word.bytes.count else { return false }
        for (index, expected) in word.bytes.enumerated() {
            let byte = bytes[offset + index]
            let lowered = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            if lowered != expected { return false }
        }
        return true
    }

    /// Whether a size or a length right after the signature opens a comment (`/*`) or an assignment (`=`) of JavaScript.
    private static func hidesScript(_ head: Span<UInt8>, _ type: MediaType?) -> Bool {
        switch type {
        case MediaType.gif: head.has("/*", at: 6) || head.has("=", at: 6) && hasAssignment(head)
        case MediaType.jpeg: head.has("/*", at: 4)
        case MediaType.webp: head.has("/*", at: 4) || head.has("=", at: 4) && hasAssignment(head)
        default: false
        }
    }

    private static func hasAssignment(_ head: Span<UInt8>) -> Bool {
        head.firstOffset(of: "/*") != nil || head.firstOffset(of: "*/") != nil
    }

    /// Whether an unpacker would accept an end of central directory record (APPNOTE 6.3.10, section 4.3.16) here.
    private static func endsAsZIP(_ tail: Span<UInt8>, at offset: Int, exactly: Bool) -> Bool {
        var found = tail.count - 22
        while found >= 0 {
            if tail[found] == 0x50, tail.has("PK\u{5}\u{6}", at: found),
                let comment = tail.littleEndian(at: found + 20, bytes: 2),
                let entries = tail.littleEndian(at: found + 10, bytes: 2), entries > 0,
                let size = tail.littleEndian(at: found + 12, bytes: 4), size >= 46, size <= offset + found,
                exactly ? found + 22 + comment == tail.count : true
            {
                return true
            }
            found -= 1
        }
        return false
    }

    /// Samsung's list of data blocks: `SEFH`, entries, the length of both, `SEFT`.
    private static func endsAsSamsung(_ tail: Span<UInt8>) -> Bool {
        guard tail.has("SEFT", at: tail.count - 4), let length = tail.littleEndian(at: tail.count - 8, bytes: 4) else {
            return false
        }
        return tail.has("SEFH", at: tail.count - 8 - length)
    }
}
