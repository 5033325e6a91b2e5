/// What a parser has to see of a file next. Who feeds it may have the whole file at hand, or take it from a network.
enum Demand: Sendable, Hashable {
    /// `count` bytes from an offset on; fewer where the file ends.
    case window(at: Int, count: Int)
    /// Every byte from an offset to the end, in pieces of any size, until the parser wants something else.
    case stream(from: Int)
    /// The last bytes of the file; fewer of a shorter one.
    case tail(count: Int)
    case nothing

    /// No window is larger, so that what is gathered for one stays small whatever a file claims.
    static let maximumWindow = 256 * 1024
}

/// Reads the structure of one format, never the pictures in it. Knows no I/O: it says what it wants, and is given it.
///
/// A parser ends for every input: each answer leads it forward, or counts against a bound of its own.
protocol FormatParser: Sendable {
    var demand: Demand { get }

    /// Answers the demand. A window or a tail is given whole; one that is shorter than demanded ends with the file.
    /// Of a stream a piece is given, of at least one byte.
    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts)

    /// What was demanded has gone by, and cannot be had.
    mutating func miss(_ facts: inout FileFacts)

    /// The file has so many bytes, and no stream goes on. Called when its length is known to be reached by a stream.
    mutating func end(at size: Int, _ facts: inout FileFacts)
}

extension FormatParser {
    mutating func end(at size: Int, _ facts: inout FileFacts) {}
}

extension Span<UInt8> {
    /// Where the bytes from `offset` on lie, at most `wanted` of them; empty where there are none.
    func range(at offset: Int, count wanted: Int = .max) -> Range<Int> {
        guard offset >= 0, offset < count, wanted > 0 else { return 0..<0 }
        return offset..<(offset + Swift.min(wanted, count - offset))
    }

    /// Where a signature first stands at or after `start`.
    func firstOffset(of signature: StaticSignature, from start: Int = 0) -> Int? {
        guard let first = signature.bytes.first else { return nil }
        var offset = Swift.max(0, start)
        while offset <= count - signature.bytes.count {
            if self[offset] == first, has(signature, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    /// Where a signature last stands.
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
