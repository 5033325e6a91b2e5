/// GIF 87a and 89a: reads all blocks, to count the frames.
struct GIFParser: FormatParser {
    private enum State {
        case header
        case block(at: Int)
        /// A chain of sub-blocks, each with its length before it. A length of 0 ends it.
        case subBlocks(from: Int, remaining: Int)
        case trailing(TrailingScanner)
        case done
    }

    private var state = State.header

    /// The length of an introducer and an image descriptor.
    private static let window = 10

    var demand: Demand {
        switch state {
        case .header: .window(at: 0, count: 13)
        case .block(let at): .window(at: at, count: Self.window)
        case .subBlocks(let from, _): .stream(from: from)
        case .trailing(let scanner): scanner.demand
        case .done: .nothing
        }
    }

    mutating func take(_ bytes: Span<UInt8>, at offset: Int, into facts: inout FileFacts) {
        switch state {
        case .header: header(bytes, &facts)
        case .block: block(bytes, at: offset, &facts)
        case .subBlocks(_, let remaining): subBlocks(bytes, at: offset, remaining)
        case .trailing(var scanner):
            scanner.take(bytes, at: offset, into: &facts)
            state = .trailing(scanner)
        case .done: break
        }
    }

    mutating func miss(_ facts: inout FileFacts) {
        facts.frameCount = nil
        state = .done
    }

    mutating func end(at size: Int, _ facts: inout FileFacts) {
        switch state {
        case .subBlocks: facts.isTruncated = true
        case .trailing(let scanner): scanner.end(at: size, &facts)
        default: return
        }
        state = .done
    }

    /// Section 18: the logical screen.
    private mutating func header(_ bytes: Span<UInt8>, _ facts: inout FileFacts) {
        guard bytes.count == 13, let flags = bytes.byte(at: 10) else { return truncated(&facts) }
        facts.setSize(bytes.littleEndian(at: 6, bytes: 2), bytes.littleEndian(at: 8, bytes: 2))
        facts.colour = .palette
        facts.bitDepth = 8
        facts.frameCount = 0
        state = .block(at: 13 + Self.tableLength(flags))
    }

    private static func tableLength(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
    }

    private mutating func block(_ bytes: Span<UInt8>, at offset: Int, _ facts: inout FileFacts) {
        guard let introducer = bytes.byte(at: 0) else { return truncated(&facts) }
        switch introducer {
        case 0x3b:
            facts.isTruncated = false
            state = .trailing(TrailingScanner(from: offset + 1))
        case 0x21:
            // The label, then sub-blocks.
            guard bytes.count >= 2 else { return truncated(&facts) }
            state = .subBlocks(from: offset + 2, remaining: 0)
        case 0x2c:
            guard let flags = bytes.byte(at: 9) else { return truncated(&facts) }
            facts.frameCount = (facts.frameCount ?? 0) + 1
            // The table, the size of the first codes, then sub-blocks.
            state = .subBlocks(from: offset + 10 + Self.tableLength(flags) + 1, remaining: 0)
        case 0x00:
            // Some encoders leave a terminator too many between blocks, and decoders pass over it.
            state = .block(at: offset + 1)
        default:
            facts.remark(.malformed)
            state = .done
        }
    }

    private mutating func subBlocks(_ bytes: Span<UInt8>, at offset: Int, _ remaining: Int) {
        var remaining = remaining
        var index = 0
        while index < bytes.count {
            if remaining > 0 {
                let step = min(remaining, bytes.count - index)
                remaining -= step
                index += step
                continue
            }
            remaining = Int(bytes[index])
            index += 1
            if remaining == 0 {
                state = .block(at: offset + index)
                return
            }
        }
        state = .subBlocks(from: offset + index, remaining: remaining)
    }

    private mutating func truncated(_ facts: inout FileFacts) {
        facts.isTruncated = true
        state = .done
    }
}
