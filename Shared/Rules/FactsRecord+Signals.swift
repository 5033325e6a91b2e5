/// The record's fields for signals and repairs of the pages.
extension FactsRecord {
    static func write(_ signals: PageSignals, _ writer: inout FieldWriter) {
        writer.integer(1, signals.tiles)
        writer.integer(2, signals.writtenTiles)
        writer.integer(3, signals.blurredTiles)
        writer.integer(4, signals.glaringTiles)
        writer.integer(5, signals.brightness)
        writer.integer(6, signals.flatness)
        writer.integer(7, signals.proportion)
        writer.number(8, signals.likeness.bits)
    }

    static func signals(_ message: FieldReader) throws(FactsRecordError) -> PageSignals {
        var reader = message
        var signals = PageSignals(
            tiles: 0, writtenTiles: 0, blurredTiles: 0, glaringTiles: 0, brightness: 0, flatness: 0, proportion: 0,
            likeness: PerceptualHash(bits: 0))
        while let field = try reader.next() {
            switch field.number {
            case 1: signals.tiles = try field.integer()
            case 2: signals.writtenTiles = try field.integer()
            case 3: signals.blurredTiles = try field.integer()
            case 4: signals.glaringTiles = try field.integer()
            case 5: signals.brightness = try field.integer()
            case 6: signals.flatness = try field.integer()
            case 7: signals.proportion = try field.integer()
            case 8: signals.likeness = PerceptualHash(bits: try field.bits())
            default: break
            }
        }
        return signals
    }

    /// The kind, the page, and the missing share.
    static func write(_ repair: Repair, _ writer: inout FieldWriter) {
        switch repair {
        case .auxiliaryReferences: writer.integer(1, 1)
        case .crossReferences: writer.integer(1, 2)
        case .cutOff: writer.integer(1, 5)
        case .incompletePage(let page, let missing):
            writer.integer(1, 3)
            writer.integer(2, page)
            if let missing { writer.integer(3, missing) }
        case .lostPage(let page):
            writer.integer(1, 4)
            writer.integer(2, page)
        }
    }

    static func repair(_ message: FieldReader) throws(FactsRecordError) -> Repair {
        var reader = message
        var (kind, page): (Int, Int) = (0, 0)
        var missing: Int?
        while let field = try reader.next() {
            switch field.number {
            case 1: kind = try field.integer()
            case 2: page = try field.integer()
            case 3: missing = try field.integer()
            default: break
            }
        }
        switch kind {
        case 1: return .auxiliaryReferences
        case 2: return .crossReferences
        case 3: return .incompletePage(page, missing: missing)
        case 4: return .lostPage(page)
        case 5: return .cutOff
        default: throw FactsRecordError()
        }
    }
}
