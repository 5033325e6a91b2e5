/// The next bytes that a parser requests of a file. The caller may have the whole file, or a stream.
enum Demand: Sendable, Hashable {
    /// `count` bytes from an offset on, or fewer at the end of the file.
    case window(at: Int, count: Int)
    /// Every byte from an offset to the end, in pieces of any size, until the next request.
    case stream(from: Int)
    /// The last bytes of the file, or all of a shorter one.
    case tail(count: Int)
    case nothing

    /// The largest window. It bounds the memory, whatever a file claims.
    static let maximumWindow = 256 * 1024
}

/// Parses the structure of one format, never its pictures. A parser does no I/O: it requests bytes, and its caller passes
/// them.
///
/// A parser ends for every input: each answer advances it, or counts against a bound.
protocol FormatParser: Sendable {
    var demand: Demand { get }

    /// Answers the request. A window or a tail comes whole; a shorter one ends with the file. A stream comes in pieces of
    /// at least one byte.
    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts)

    /// The requested bytes have passed, and are not available.
    mutating func miss(_ facts: inout FileFacts)

    /// The file has `size` bytes, and no stream continues. Called once a stream has reached its end.
    mutating func end(at size: Int, _ facts: inout FileFacts)
}

extension FormatParser {
    mutating func end(at size: Int, _ facts: inout FileFacts) {}
}

extension Span<UInt8> {
    /// The range of at most `wanted` bytes from `offset` on; empty past the end.
    func range(at offset: Int, count wanted: Int = .max) -> Range<Int> {
        guard offset >= 0, offset < count, wanted > 0 else { return 0..<0 }
        return offset..<(offset + Swift.min(wanted, count - offset))
    }

    /// The offset of the first signature at or after `start`.
    func firstOffset(of signature: StaticSignature, from start: Int = 0) -> Int? {
        guard let first = signature.bytes.first else { return nil }
        var offset = Swift.max(0, start)
        while offset <= count - signature.bytes.count {
            if self[offset] == first, has(signature, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    /// The offset of the last signature.
    func lastOffset(of signature: StaticSignature) -> Int? {
        guard let first = signature.bytes.first else { return nil }
        var offset = count - signature.bytes.count
        while offset >= 0 {
            if self[offset] == first, has(signature, at: offset) { return offset }
            offset -= 1
        }
        return nil
    }
}
