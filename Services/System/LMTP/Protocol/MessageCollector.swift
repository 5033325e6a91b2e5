/// Gathers the lines after DATA: takes the dots away that the client has put in front of others (RFC 5321, section 4.5.2), finds the
/// end, and keeps no more than a message may have.
///
/// The end is a dot between two pairs of CR and LF, and nothing else: whoever takes a bare LF for an end of a line can be made to see
/// two messages where another server sees one.
struct MessageCollector: Sendable {
    /// Where in the text the next byte stands.
    private enum Place {
        case lineStart, line, afterReturn
        /// Behind a dot at the start of a line, and behind a CR behind that.
        case afterDot, afterDotReturn
    }

    private let limit: Int
    private(set) var message: [UInt8] = []
    /// Whether bytes were left out because there were too many.
    private(set) var isTooLarge = false
    private var place = Place.lineStart

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes up to the end of the message.
    ///
    /// - Returns: how many of them belong to it, and whether they hold its end.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> (count: Int, isEnd: Bool) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch place {
            case .lineStart where byte == UInt8(ascii: "."):
                place = .afterDot
                index += 1
            case .lineStart:
                place = .line
            case .line:
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "\r")) ?? bytes.endIndex
                keep(bytes[index..<end])
                index = end
                guard index < bytes.endIndex else { break }
                keep([UInt8(ascii: "\r")])
                place = .afterReturn
                index += 1
            case .afterReturn:
                if byte == UInt8(ascii: "\n") {
                    keep([byte])
                    place = .lineStart
                    index += 1
                } else {
                    place = .line
                }
            case .afterDot:
                // The dot stood in front of another one, or alone: either way it is not the message's.
                if byte == UInt8(ascii: "\r") {
                    place = .afterDotReturn
                    index += 1
                } else {
                    place = .line
                }
            case .afterDotReturn:
                if byte == UInt8(ascii: "\n") { return (index + 1 - bytes.startIndex, true) }
                keep([UInt8(ascii: "\r")])
                place = .afterReturn
            }
        }
        return (bytes.count, false)
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLarge else { return }
        guard bytes.count <= limit - message.count else {
            isTooLarge = true
            // Nobody asks for it any more.
            message = []
            return
        }
        message += bytes
    }
}
