/// The items of a HEIF from its box `meta`: their properties, the places of their data, and the primary item (ISO/IEC
/// 14496-12, 8.11; ISO/IEC 23008-12, 6 and 9.3).
///
/// Parts that cannot be parsed are left out, and set ``isMalformed``. Ranges are offsets in the bytes that were read.
package struct HEIFItems {
    package struct Item {
        package fileprivate(set) var type: FourCC?
        /// Types and bodies of its property boxes, in order: sizes, colours, rotations and codec settings.
        package fileprivate(set) var properties: [(type: FourCC, body: Range<Int>)] = []
        /// In order.
        package fileprivate(set) var extents: [Range<Int>] = []

        package func property(_ type: FourCC) -> Range<Int>? { properties.first { $0.type == type }?.body }
    }

    package private(set) var items: [Int: Item] = [:]
    /// The item that is shown.
    package private(set) var primary: Int?
    package private(set) var isMalformed = false
    /// Whether there are more items than were examined. Sound files have far fewer.
    package private(set) var hasMore = false
    /// The offsets of the types of references that give one auxiliary picture to several items.
    package private(set) var sharedAuxiliaries: [Int] = []

    private static let maximumItems = 4096
    private static let maximumExtents = 65_536
    private static let maximumAssociations = 65_536
    /// The properties that readers use. Others count only while there is room.
    private static let known: Set<FourCC> = ["ispe", "irot", "imir", "pixi", "hvcC", "av1C", "colr"]

    /// Reads a whole file, data included.
    package init(file bytes: Span<UInt8>) {
        var budget = ISOBox.maximumBoxes
        let metas = ISOBox.boxes(in: 0..<bytes.count, of: bytes, &budget).filter { $0.type == .meta }
        guard let meta = metas.first else { return }
        // A file has one (ISO/IEC 14496-12, 8.11.1). Of several, a decoder may believe another one than we do.
        if metas.count > 1 { hasMore = true }
        let boxes = read(meta: meta.body, of: bytes, &budget)
        let idat = boxes.first { $0.type == "idat" }?.body
        for box in boxes where box.type == "iloc" { readLocations(box.body, of: bytes, idat: idat) }
    }

    /// Reads `meta` alone, version and flags included, and leaves out ``Item/extents``.
    package init(meta bytes: Span<UInt8>) {
        var budget = ISOBox.maximumBoxes
        _ = read(meta: 0..<bytes.count, of: bytes, &budget)
    }

    private mutating func read(meta body: Range<Int>, of bytes: Span<UInt8>, _ budget: inout Int) -> [ISOBox] {
        // `meta` is a full box: version and flags precede its children.
        let boxes = ISOBox.boxes(in: body.dropFirst(4), of: bytes, &budget)
        for box in boxes where box.type == "pitm" {
            var cursor = ByteCursor(box.body)
            primary = cursor.fullBox(of: bytes).flatMap { cursor.number($0.version == 0 ? 2 : 4, of: bytes) }
            if primary == nil { isMalformed = true }
        }
        for box in boxes {
            switch box.type {
            case "iref": readReferences(box.body, of: bytes, &budget)
            case "iinf": readTypes(box.body, of: bytes, &budget)
            case "iprp": readProperties(box.body, of: bytes, &budget)
            default: break
            }
        }
        if budget <= 0 { hasMore = true }
        return boxes
    }

    private mutating func readReferences(_ body: Range<Int>, of bytes: Span<UInt8>, _ budget: inout Int) {
        guard let version = bytes.extracting(body).byte(at: 0) else { return }
        for reference in ISOBox.boxes(in: body.dropFirst(4), of: bytes, &budget) where reference.type == "auxl" {
            var cursor = ByteCursor(reference.body)
            guard cursor.number(version == 0 ? 2 : 4, of: bytes) != nil, let count = cursor.number(2, of: bytes), count > 1 else {
                continue
            }
            sharedAuxiliaries.append(reference.typeAt)
        }
    }

    private mutating func readTypes(_ body: Range<Int>, of bytes: Span<UInt8>, _ budget: inout Int) {
        var cursor = ByteCursor(body)
        guard let version = cursor.fullBox(of: bytes)?.version, cursor.number(version == 0 ? 2 : 4, of: bytes) != nil else {
            return
        }
        var hasTypes = false
        for entry in ISOBox.boxes(in: cursor.position..<body.upperBound, of: bytes, &budget) where entry.type == "infe" {
            var cursor = ByteCursor(entry.body)
            guard let version = cursor.fullBox(of: bytes)?.version, version >= 2,
                let id = cursor.number(version == 2 ? 2 : 4, of: bytes), cursor.number(2, of: bytes) != nil,
                let type = FourCC(bytes.extracting(entry.body), at: cursor.position - entry.body.lowerBound)
            else { continue }
            hasTypes = true
            change(id) { $0.type = type }
        }
        if let primary, hasTypes, items[primary]?.type == nil { isMalformed = true }
    }

    private mutating func readProperties(_ body: Range<Int>, of bytes: Span<UInt8>, _ budget: inout Int) {
        let parts = ISOBox.boxes(in: body, of: bytes, &budget)
        guard let container = parts.first(where: { $0.type == "ipco" }) else { return }
        let properties = ISOBox.boxes(in: container.body, of: bytes, &budget)
        // Of no item is told that it is shown.
        if primary == nil, parts.contains(where: { $0.type == "ipma" }) { isMalformed = true }
        var left = Self.maximumAssociations
        for part in parts where part.type == "ipma" {
            if !readAssociations(part.body, of: bytes, with: properties, &left) { isMalformed = true }
        }
    }

    /// Returns false if the box ends too early.
    private mutating func readAssociations(
        _ body: Range<Int>, of bytes: Span<UInt8>, with properties: [ISOBox], _ left: inout Int
    ) -> Bool {
        var cursor = ByteCursor(body)
        guard let (version, flags) = cursor.fullBox(of: bytes), let entries = cursor.number(4, of: bytes) else { return false }
        if entries > Self.maximumItems { hasMore = true }
        for _ in 0..<min(entries, Self.maximumItems) {
            guard let id = cursor.number(version == 0 ? 2 : 4, of: bytes), let count = cursor.number(1, of: bytes) else {
                return false
            }
            for _ in 0..<count {
                left -= 1
                guard left >= 0 else {
                    hasMore = true
                    return true
                }
                guard let association = cursor.number(flags & 1 == 0 ? 1 : 2, of: bytes) else { return false }
                // The first bit says that it is essential; they are counted from 1, and 0 is none.
                let index = association & (flags & 1 == 0 ? 0x7f : 0x7fff)
                guard properties.indices.contains(index - 1) else {
                    if index > 0, id == primary { isMalformed = true }
                    continue
                }
                let property = properties[index - 1]
                guard Self.known.contains(property.type) else { continue }
                change(id) { $0.properties.append((property.type, property.body)) }
            }
        }
        return true
    }

    private mutating func readLocations(_ body: Range<Int>, of bytes: Span<UInt8>, idat: Range<Int>?) {
        var cursor = ByteCursor(body)
        var left = Self.maximumExtents
        guard let version = cursor.fullBox(of: bytes)?.version, let sizes = cursor.number(2, of: bytes),
            let count = cursor.number(version < 2 ? 2 : 4, of: bytes)
        else { return }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        if count > Self.maximumItems { hasMore = true }
        for _ in 0..<min(count, Self.maximumItems) {
            guard let id = cursor.number(version < 2 ? 2 : 4, of: bytes) else { return }
            var method = 0
            if version > 0 {
                guard let field = cursor.number(2, of: bytes) else { return }
                method = field & 15
            }
            guard cursor.number(2, of: bytes) != nil, let base = cursor.number(baseSize, of: bytes),
                let extents = cursor.number(2, of: bytes)
            else { return }
            for _ in 0..<extents {
                left -= 1
                guard left >= 0 else {
                    hasMore = true
                    return
                }
                guard cursor.number(indexSize, of: bytes) != nil, let offset = cursor.number(offsetSize, of: bytes),
                    let length = cursor.number(lengthSize, of: bytes)
                else { return }
                // In the file, or in the box `idat`.
                guard let whole = method == 0 ? 0..<bytes.count : method == 1 ? idat : nil else { continue }
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
