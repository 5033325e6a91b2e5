/// The items of a HEIF's `meta` box, their properties and where their data lies (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9.3).
///
/// What cannot be parsed is left out: the decoder judges.
struct HEIFItems {
    struct Item {
        var type = ""
        /// Bodies of the boxes that are associated with it, by type: of sizes, colours and how it is coded.
        var properties: [(type: String, body: Range<Int>)] = []
        /// In the file, in order.
        var extents: [Range<Int>] = []

        func property(_ type: String) -> Range<Int>? { properties.first { $0.type == type }?.body }
    }

    private(set) var items: [Int: Item] = [:]
    /// The one that is shown.
    private(set) var primary: Int?
    /// There is more than was looked at; sound files have far less.
    private(set) var hasMore = false

    private static let maximumItems = 4096
    private static let maximumExtents = 65_536
    private static let maximumAssociations = 65_536
    /// The properties that are of use here. Others may be associated as often as there is room.
    private static let known: Set = ["ispe", "hvcC", "av1C", "colr"]

    init(_ bytes: [UInt8]) {
        var budget = ISOBox.maximumBoxes
        guard let meta = ISOBox.boxes(in: 0..<bytes.count, of: bytes, &budget).first(where: { $0.type == "meta" }) else { return }
        var idat: Range<Int>?
        var locations: Range<Int>?
        // `meta` is a full box: version and flags precede its children.
        for box in ISOBox.boxes(in: meta.body.dropFirst(4), of: bytes, &budget) {
            switch box.type {
            case "iinf": readTypes(box.body, of: bytes, &budget)
            case "iprp": readProperties(box.body, of: bytes, &budget)
            case "iloc": locations = box.body
            case "idat": idat = box.body
            case "pitm":
                var reader = ByteReader(bytes, box.body)
                if let version = reader.fullBox()?.version { primary = reader.number(version == 0 ? 2 : 4) }
            default: break
            }
        }
        if let locations { readLocations(ByteReader(bytes, locations), fileLength: bytes.count, idat: idat) }
        if budget <= 0 { hasMore = true }
    }

    private mutating func readTypes(_ body: Range<Int>, of bytes: [UInt8], _ budget: inout Int) {
        var reader = ByteReader(bytes, body)
        guard let version = reader.fullBox()?.version, reader.number(version == 0 ? 2 : 4) != nil else { return }
        for entry in ISOBox.boxes(in: reader.position..<body.upperBound, of: bytes, &budget) where entry.type == "infe" {
            var reader = ByteReader(bytes, entry.body)
            guard let version = reader.fullBox()?.version, version >= 2, let id = reader.number(version == 2 ? 2 : 4),
                reader.number(2) != nil, let type = reader.number(4)
            else { continue }
            change(id) { $0.type = String(decoding: (0..<4).map { UInt8(type >> (24 - 8 * $0) & 0xff) }, as: UTF8.self) }
        }
    }

    private mutating func readProperties(_ body: Range<Int>, of bytes: [UInt8], _ budget: inout Int) {
        let parts = ISOBox.boxes(in: body, of: bytes, &budget)
        guard let container = parts.first(where: { $0.type == "ipco" }) else { return }
        let properties = ISOBox.boxes(in: container.body, of: bytes, &budget)
        var left = Self.maximumAssociations
        for part in parts where part.type == "ipma" {
            var reader = ByteReader(bytes, part.body)
            guard let (version, flags) = reader.fullBox(), let entries = reader.number(4) else { continue }
            if entries > Self.maximumItems { hasMore = true }
            for _ in 0..<min(entries, Self.maximumItems) {
                guard let id = reader.number(version == 0 ? 2 : 4), let count = reader.number(1) else { break }
                for _ in 0..<count {
                    left -= 1
                    guard left >= 0 else {
                        hasMore = true
                        return
                    }
                    guard let association = reader.number(flags & 1 == 0 ? 1 : 2) else { break }
                    // The first bit says that it is essential; they are counted from 1.
                    let index = association & (flags & 1 == 0 ? 0x7f : 0x7fff)
                    guard properties.indices.contains(index - 1), Self.known.contains(properties[index - 1].type) else {
                        continue
                    }
                    change(id) { $0.properties.append((properties[index - 1].type, properties[index - 1].body)) }
                }
            }
        }
    }

    private mutating func readLocations(_ all: ByteReader, fileLength: Int, idat: Range<Int>?) {
        var reader = all
        var left = Self.maximumExtents
        guard let version = reader.fullBox()?.version, let sizes = reader.number(2),
            let count = reader.number(version < 2 ? 2 : 4)
        else { return }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        if count > Self.maximumItems { hasMore = true }
        for _ in 0..<min(count, Self.maximumItems) {
            guard let id = reader.number(version < 2 ? 2 : 4) else { return }
            var method = 0
            if version > 0 {
                guard let field = reader.number(2) else { return }
                method = field & 15
            }
            guard reader.number(2) != nil, let base = reader.number(baseSize), let extents = reader.number(2) else { return }
            for _ in 0..<extents {
                left -= 1
                guard left >= 0 else {
                    hasMore = true
                    return
                }
                guard reader.number(indexSize) != nil, let offset = reader.number(offsetSize),
                    let length = reader.number(lengthSize)
                else { return }
                // In the file, or in the box `idat`.
                guard let whole = method == 0 ? 0..<fileLength : method == 1 ? idat : nil else { continue }
                let start = base + offset
                guard start < whole.count else { continue }
                let end = length == 0 ? whole.count : start + min(length, whole.count - start)
                change(id) { $0.extents.append(whole.lowerBound + start..<whole.lowerBound + end) }
            }
        }
    }

    private mutating func change(_ id: Int, _ change: (inout Item) -> Void) {
        guard items[id] != nil || items.count < Self.maximumItems else {
            hasMore = true
            return
        }
        change(&items[id, default: Item()])
    }
}
