public import Shared

// The fields of each message, in order. Increase `WireCoding.version` with every change.

extension PageSignals: WireMessage {
    public func write(to wire: inout WireWriter) {
        for field in [tiles, writtenTiles, blurredTiles, glaringTiles, brightness, flatness, proportion] { wire.write(field) }
        wire.write(likeness.bits)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            tiles: try wire.read(), writtenTiles: try wire.read(), blurredTiles: try wire.read(), glaringTiles: try wire.read(),
            brightness: try wire.read(), flatness: try wire.read(), proportion: try wire.read(),
            likeness: PerceptualHash(bits: try wire.read()))
    }
}

extension PageSignals {
    /// Whether a picture can have these measures.
    var isSound: Bool {
        guard (1...1 << 20).contains(tiles), 0 <= writtenTiles, writtenTiles <= tiles else { return false }
        return 0 <= blurredTiles && blurredTiles <= writtenTiles && 0 <= glaringTiles && glaringTiles <= tiles
            && (0...255).contains(brightness)
            && (0...1000).contains(flatness)
            && (1000...1_000_000).contains(proportion)
    }
}

extension Repair: WireMessage {
    public func write(to wire: inout WireWriter) {
        switch self {
        case .auxiliaryReferences:
            wire.tag(1)
        case .crossReferences:
            wire.tag(2)
        case .cutOff:
            wire.tag(5)
        case .incompletePage(let page, let missing):
            wire.tag(3)
            wire.write(page)
            wire.write(missing)
        case .lostPage(let page):
            wire.tag(4)
            wire.write(page)
        }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        switch try wire.read(UInt8.self) {
        case 1: self = .auxiliaryReferences
        case 2: self = .crossReferences
        case 3: self = .incompletePage(try wire.read(), missing: try wire.read())
        case 4: self = .lostPage(try wire.read())
        case 5: self = .cutOff
        default: throw .malformedHeader
        }
    }
}

extension Repair {
    var isSound: Bool {
        switch self {
        case .auxiliaryReferences, .crossReferences, .cutOff: true
        case .incompletePage(let page, let missing): (1...10_000_000).contains(page) && (0...100).contains(missing ?? 0)
        case .lostPage(let page): (1...10_000_000).contains(page)
        }
    }
}
