/// A part of the messages between a worker, its zygote and a child. Decoding accepts exactly what encoding writes.
public protocol WireMessage {
    func write(to wire: inout WireWriter)

    /// - Throws: `malformedHeader`
    init(from wire: inout WireReader) throws(JailFrameFault)
}

public struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ message: some WireMessage) { message.write(to: &self) }

    /// Selects one of several cases that may follow.
    mutating func tag(_ tag: UInt8) { bytes.append(tag) }

    /// Big-endian.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    fileprivate mutating func append(_ text: String.UTF8View) { bytes += text }
}

/// Reads bytes from the other side, which may have been taken over: it trusts no value, and never reads past the end.
public struct WireReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func read<Message: WireMessage>(_ type: Message.Type = Message.self) throws(JailFrameFault) -> Message {
        try Message(from: &self)
    }

    fileprivate mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(JailFrameFault) -> Number {
        try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// A count of elements of a byte or more each: a count that is too great ends with the bytes.
    fileprivate mutating func count() throws(JailFrameFault) -> Int { Int(try number(UInt32.self)) }

    fileprivate mutating func take(_ count: Int) throws(JailFrameFault) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .malformedHeader }
        defer { position += count }
        return bytes[position..<position + count]
    }
}

// MARK: - Parts of messages

extension UInt8: WireMessage {
    public func write(to wire: inout WireWriter) { wire.tag(self) }

    public init(from wire: inout WireReader) throws(JailFrameFault) { self = try wire.number(UInt8.self) }
}

extension Int: WireMessage {
    public func write(to wire: inout WireWriter) { wire.append(Int64(self)) }

    public init(from wire: inout WireReader) throws(JailFrameFault) { self = Int(try wire.number(Int64.self)) }
}

extension Int32: WireMessage {
    public func write(to wire: inout WireWriter) { wire.append(self) }

    public init(from wire: inout WireReader) throws(JailFrameFault) { self = try wire.number(Int32.self) }
}

extension UInt64: WireMessage {
    public func write(to wire: inout WireWriter) { wire.append(self) }

    public init(from wire: inout WireReader) throws(JailFrameFault) { self = try wire.number(UInt64.self) }
}

extension Double: WireMessage {
    public func write(to wire: inout WireWriter) { wire.append(bitPattern) }

    public init(from wire: inout WireReader) throws(JailFrameFault) { self.init(bitPattern: try wire.number(UInt64.self)) }
}

extension Bool: WireMessage {
    public func write(to wire: inout WireWriter) { wire.tag(self ? 1 : 0) }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.number(UInt8.self) {
        case 0: self = false
        case 1: self = true
        default: throw .malformedHeader
        }
    }
}

/// UTF-8 after its length.
extension String: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.append(UInt32(truncatingIfNeeded: utf8.count))
        wire.append(utf8)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        guard let text = String(validating: try wire.take(try wire.count()), as: UTF8.self) else { throw .malformedHeader }
        self = text
    }
}

extension Optional: WireMessage where Wrapped: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(self != nil)
        if let self { wire.write(self) }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self = try wire.read(Bool.self) ? try wire.read(Wrapped.self) : nil
    }
}

extension Array: WireMessage where Element: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.append(UInt32(truncatingIfNeeded: count))
        for element in self { wire.write(element) }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self = []
        for _ in 0..<(try wire.count()) { append(try wire.read(Element.self)) }
    }
}

/// In the order of the keys.
extension [String: String]: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        let words = try wire.read([String].self)
        guard words.count.isMultiple(of: 2) else { throw .malformedHeader }
        self = [:]
        for index in stride(from: 0, to: words.count, by: 2) {
            // One spelling: no key comes twice, or before a lower one.
            guard index == 0 || words[index - 2] < words[index] else { throw .malformedHeader }
            self[words[index]] = words[index + 1]
        }
    }
}
