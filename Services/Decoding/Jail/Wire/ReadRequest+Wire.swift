public import Shared

// The fields of each message, in order. Increase `WireCoding.version` with every change.

extension ReadRequest: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch source {
        case .picture:
            wire.tag(1)
        case .page(let number):
            wire.tag(2)
            wire.write(number)
        }
        wire.write(languages)
        wire.write(rotation)
        wire.write(onlyCodes)
        wire.write(processorSeconds)
        wire.write(budget)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        let source: Source
        switch try wire.read(UInt8.self) {
        case 1: source = .picture
        case 2: source = .page(try wire.read())
        default: throw .malformedHeader
        }
        self.init(
            source, languages: try wire.read(), rotation: try wire.read(), onlyCodes: try wire.read(),
            processorSeconds: try wire.read(), budget: try wire.read())
    }
}

extension ReadingLanguage: WireMessage {}
extension PageText.Source: WireMessage {}
extension PageCode.Symbology: WireMessage {}

extension PageText: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(source)
        wire.write(proportion)
        wire.write(words)
        wire.write(codes)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(source: try wire.read(), proportion: try wire.read(), words: try wire.read(), codes: try wire.read())
    }
}

extension PageWord: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(text)
        wire.write(box)
        wire.write(confidence)
        wire.write(line)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(text: try wire.read(), box: try wire.read(), confidence: try wire.read(), line: try wire.read())
    }
}

extension PageCode: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(symbology)
        wire.write(bytes)
        wire.write(box)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(symbology: try wire.read(), bytes: try wire.read(), box: try wire.read())
    }
}

extension PageBox: WireMessage {
    public func write(to wire: inout WireWriter) {
        for side in [left, top, right, bottom] { wire.write(Int32(truncatingIfNeeded: side)) }
    }

    /// Refuses a box that its initializer would have to clamp.
    public init(from wire: inout WireReader) throws(JailFrameFault) {
        var sides: [Int] = []
        for _ in 0..<4 { sides.append(Int(try wire.read(Int32.self))) }
        self.init(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
        guard [left, top, right, bottom] == sides else { throw .malformedHeader }
    }
}
