/// What the contents of a `meta` box say of the primary item (ISO/IEC 23008-12, section 6; ISO/IEC 14496-12, section 8.11).
struct HEIFItems {
    private var primary: Int?
    private var types: [Int: FourCC] = [:]
    /// Of the primary item, in the order in which they apply; counted from 1.
    private var properties: [Int] = []
    private var size: (width: Int, height: Int)?
    private var turn = Turn()
    private var bitDepth: Int?
    private var isMalformed = false
    private var sharesAuxiliary = false

    private static let maximumBoxes = 4096
    private static let maximumItems = 65_536

    /// `contents` begin with the version and the flags of the full box.
    init(_ contents: Span<UInt8>) {
        let children = Self.children(of: contents, from: 4, to: contents.count)
        for child in children where child.type == "pitm" { readPrimary(contents.extracting(child.body)) }
        for child in children where child.type == "iref" { readReferences(contents, child.body) }
        for child in children where child.type == "iinf" { readTypes(contents, child.body) }
        for child in children where child.type == "iprp" {
            let parts = Self.children(of: contents, from: child.body.lowerBound, to: child.body.upperBound)
            for part in parts where part.type == "ipma" { readAssociations(contents.extracting(part.body)) }
            for part in parts where part.type == "ipco" { readProperties(contents, part.body) }
        }
    }

    func describe(_ facts: inout FileFacts) {
        if isMalformed { facts.remark(.malformed) }
        if sharesAuxiliary { facts.remark(.sharedAuxiliary) }
        guard primary != nil, let size else { return }
        facts.setSize(size.width, size.height)
        facts.orientation = turn.orientation
        facts.bitDepth = bitDepth
        facts.frameCount = 1
    }

    // MARK: - Boxes

    private struct Child {
        let type: FourCC
        let body: Range<Int>
    }

    private static func children(of bytes: Span<UInt8>, from start: Int, to end: Int) -> [Child] {
        var children: [Child] = []
        var position = start
        while position < end, children.count < maximumBoxes, let header = BoxHeader(bytes, at: position) {
            let size = header.size ?? end - position
            guard size <= end - position, header.length <= size else { break }
            children.append(Child(type: header.type, body: position + header.length..<position + size))
            position += size
        }
        return children
    }

    private mutating func readPrimary(_ box: Span<UInt8>) {
        primary = box.bigEndian(at: 4, bytes: box.byte(at: 0) == 0 ? 2 : 4)
        if primary == nil { isMalformed = true }
    }

    private mutating func readReferences(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        let idLength = bytes.byte(at: body.lowerBound) == 0 ? 2 : 4
        for reference in Self.children(of: bytes, from: body.lowerBound + 4, to: body.upperBound)
        where reference.type == "auxl" {
            guard let count = bytes.bigEndian(at: reference.body.lowerBound + idLength, bytes: 2) else { continue }
            if count > 1 { sharesAuxiliary = true }
        }
    }

    private mutating func readTypes(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        let header = bytes.byte(at: body.lowerBound) == 0 ? 6 : 8
        for entry in Self.children(of: bytes, from: body.lowerBound + header, to: body.upperBound) where entry.type == "infe" {
            let start = entry.body.lowerBound
            guard let version = bytes.byte(at: start), version >= 2 else { continue }
            let idLength = version == 2 ? 2 : 4
            guard let id = bytes.bigEndian(at: start + 4, bytes: idLength),
                let type = FourCC(bytes, at: start + 4 + idLength + 2)
            else { continue }
            types[id] = type
        }
        if let primary, !types.isEmpty, types[primary] == nil { isMalformed = true }
    }

    // MARK: - Properties

    /// ISO/IEC 23008-12, section 9.3.
    private mutating func readAssociations(_ box: Span<UInt8>) {
        guard let primary, let version = box.byte(at: 0), let flags = box.bigEndian(at: 1, bytes: 3),
            let entries = box.bigEndian(at: 4, bytes: 4), entries <= Self.maximumItems
        else {
            isMalformed = true
            return
        }
        let idLength = version == 0 ? 2 : 4
        let indexLength = flags & 1 == 0 ? 1 : 2
        var position = 8
        for _ in 0..<entries {
            guard let id = box.bigEndian(at: position, bytes: idLength), let count = box.byte(at: position + idLength) else {
                isMalformed = true
                return
            }
            position += idLength + 1
            if id == primary {
                properties = (0..<count).compactMap { index in
                    box.bigEndian(at: position + index * indexLength, bytes: indexLength).map {
                        $0 & (indexLength == 1 ? 0x7f : 0x7fff)
                    }
                }
                return
            }
            position += count * indexLength
        }
    }

    private mutating func readProperties(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        let all = Self.children(of: bytes, from: body.lowerBound, to: body.upperBound)
        for index in properties where index >= 1 {
            guard index <= all.count else {
                isMalformed = true
                continue
            }
            let property = bytes.extracting(all[index - 1].body)
            switch all[index - 1].type {
            case "ispe":
                guard let width = property.bigEndian(at: 4, bytes: 4), let height = property.bigEndian(at: 8, bytes: 4) else {
                    isMalformed = true
                    continue
                }
                size = (width, height)
            case "irot": turn.rotate(quartersAnticlockwise: (property.byte(at: 0) ?? 0) & 3)
            case "imir": turn.mirror(leftAndRight: (property.byte(at: 0) ?? 0) & 1 == 1)
            case "pixi": bitDepth = property.byte(at: 5)
            default: break
            }
        }
    }
}

/// A mirroring of left and right, perhaps, and then a rotation: what the eight EXIF orientations stand for.
struct Turn: Hashable, Sendable {
    private var isMirrored = false
    /// Clockwise, in quarters of a turn.
    private var quarters = 0

    mutating func rotate(quartersAnticlockwise count: Int) {
        quarters = (quarters + 4 - count) % 4
    }

    mutating func mirror(leftAndRight: Bool) {
        // What was turned before turns the other way round in a mirror; top and bottom is left and right, turned by half.
        quarters = ((leftAndRight ? 0 : 2) + 4 - quarters) % 4
        isMirrored.toggle()
    }

    /// As EXIF numbers it.
    var orientation: Int {
        let plain = [1, 6, 3, 8]
        let mirrored = [2, 7, 4, 5]
        return (isMirrored ? mirrored : plain)[quarters]
    }
}
