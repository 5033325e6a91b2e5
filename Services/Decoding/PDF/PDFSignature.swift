import CQpdf
public import Shared

/// A signature dictionary of a PDF (ISO 32000-1, section 12.8.1), as the file has it: nothing in it is verified.
public struct PDFSignature: Hashable, Sendable {
    /// `ByteRange`: the beginning and the length of the part of the file before `contents`, and of the part behind it. Empty
    /// if it is not an array of four whole numbers.
    public var range: [Int]
    /// `SubFilter` without the slash, such as `adbe.pkcs7.detached`; empty if there is none.
    public var form: String
    /// The value of `Contents`; empty if it is longer than `maximumBytes`.
    public var contents: [UInt8]
    /// `M`: when it was signed, as the signer claims.
    public var claimedAt: Timestamp?

    /// Of a document. Any further ones are only counted.
    public static let maximumCount = 16
    /// Of `contents`, with what fills it up.
    public static let maximumBytes = 1 << 20

    public init(range: [Int], form: String = "", contents: [UInt8] = [], claimedAt: Timestamp? = nil) {
        (self.range, self.form, self.contents, self.claimedAt) = (range, form, contents, claimedAt)
    }

    /// The end of the range; 0 without one.
    public var end: Int { range.count == 4 ? range[2] + range[3] : 0 }

    /// The signed parts of a file.
    public struct Parts: Hashable, Sendable {
        public let before, behind: Range<Int>
        /// Whether at most a line end follows them.
        public let isWholeFile: Bool
    }

    /// The parts of the file that it signs; nil unless they are exactly the file from its beginning without the hexadecimal
    /// string of `contents`, in which anything else would go unsigned.
    public func parts(of file: [UInt8]) -> Parts? {
        guard range.count == 4, range.allSatisfy({ $0 >= 0 && $0 <= file.count }) else { return nil }
        let (before, behind) = (0..<range[1], range[2]..<(range[2] + range[3]))
        guard range[0] == 0, before.upperBound < behind.lowerBound, behind.lowerBound == range[2],
            behind.upperBound <= file.count, !contents.isEmpty,
            Self.decoded(file[before.upperBound..<behind.lowerBound]) == contents
        else { return nil }
        let added = file[behind.upperBound...]
        let isWhole = added.count <= Self.lineEnd && added.allSatisfy { $0 == 0x0a || $0 == 0x0d }
        return Parts(before: before, behind: behind, isWholeFile: isWhole)
    }

    /// The number of bytes that may follow a signed range.
    static let lineEnd = 2

    /// The bytes of a hexadecimal string with its brackets (section 7.3.4.3); nil for anything else.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count >= 2, text.first == UInt8(ascii: "<"), text.last == UInt8(ascii: ">") else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var half: UInt8?
        for byte in text.dropFirst().dropLast() {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            case 0, 9, 10, 12, 13, 32: continue
            default: return nil
            }
            if let high = half {
                bytes.append(high << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
        if let half { bytes.append(half << 4) }
        return bytes
    }
}

extension QpdfHandle {
    /// Nil if the dictionary is none of a signature.
    func signature(_ dictionary: Object, keys: [Key]) -> PDFSignature? {
        guard keys.contains(where: { $0.text == "/ByteRange" }) else { return nil }
        let range = value("/ByteRange", in: dictionary)
        defer { release(range) }
        guard qpdf_oh_is_array(data, range) != 0 else { return nil }
        let isRange = qpdf_oh_get_array_n_items(data, range) == 4
        let numbers = isRange ? integers("/ByteRange", in: dictionary, atMost: 4) : []
        var signature = PDFSignature(range: numbers.count == 4 ? numbers : [])
        signature.form = String((name("/SubFilter", in: dictionary) ?? "").dropFirst().prefix(40))
        signature.contents = bytes("/Contents", in: dictionary, atMost: PDFSignature.maximumBytes)
        let date = bytes("/M", in: dictionary, atMost: 32)
        signature.claimedAt = PDFDate.time(date)
        return signature
    }

    /// The value, if it is a string; empty if it is none, or longer.
    private func bytes(_ key: String, in dictionary: Object, atMost limit: Int) -> [UInt8] {
        guard has(key, in: dictionary) else { return [] }
        let value = value(key, in: dictionary)
        defer { release(value) }
        guard qpdf_oh_is_string(data, value) != 0 else { return [] }
        var length = 0
        guard let text = qpdf_oh_get_binary_string_value(data, value, &length), length <= limit else { return [] }
        return UnsafeRawBufferPointer(start: text, count: length).map { $0 }
    }
}

/// Dates of PDF (section 7.9.4), such as `D:20261031090507+01'00'`.
enum PDFDate {
    /// Nil for a date without a time of day. One without a zone is taken as of UTC.
    static func time(_ text: [UInt8]) -> Timestamp? {
        let text = text.starts(with: Array("D:".utf8)) ? text.dropFirst(2) : text[...]
        let digits = text.prefix(14)
        guard digits.count == 14, digits.allSatisfy(isDigit) else { return nil }
        let parts = [4, 2, 2, 2, 2, 2].reduce(into: (rest: digits, parts: [String]())) { state, count in
            state.parts.append(String(decoding: state.rest.prefix(count), as: UTF8.self))
            state.rest = state.rest.dropFirst(count)
        }.parts
        let zone = text.dropFirst(14)
        var offset = "Z"
        if let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            let numbers = zone.dropFirst().filter(isDigit).prefix(4)
            guard numbers.count >= 2 else { return nil }
            let padded = String(decoding: numbers + [UInt8](repeating: 0x30, count: 4 - numbers.count), as: UTF8.self)
            offset = String(UnicodeScalar(sign)) + padded.prefix(2) + ":" + padded.suffix(2)
        }
        return Timestamp(parts[..<3].joined(separator: "-") + "T" + parts[3...].joined(separator: ":") + offset)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
