import Shared

/// Compares the declared sizes of a HEIF's pictures (`ispe`) with the coded sizes. The decoder spends memory and time on
/// the latter, and notices a contradiction only afterwards.
enum HEIFSizes {
    /// Coded pictures are padded to whole blocks.
    private static let fillUp = 128
    /// A smaller difference costs nothing.
    private static let slack = 1_000_000
    /// The number of examined parts of compressed data, in total.
    private static let maximumUnits = 1 << 18

    /// - Throws: `overBudget`, or `damaged` for sizes that contradict each other grossly.
    static func check(_ bytes: [UInt8], _ budget: ImageBudget) throws(ImagingError) {
        var units = maximumUnits
        let all = HEIFItems(file: bytes.span)
        for (_, item) in all.items.sorted(by: { $0.key < $1.key }) {
            let declared = item.property("ispe").flatMap { declaredSize(bytes[$0]) }
            for coded in codedSizes(of: item, in: bytes, &units) { try check(coded, declared, budget) }
        }
        // Sound pictures have few; what is behind so many would not be seen.
        guard units > 0, !all.hasMore else { throw .damaged(detail: "the pictures consist of too many parts") }
    }

    private static func check(_ coded: PixelSize, _ declared: PixelSize?, _ budget: ImageBudget) throws(ImagingError) {
        let isAsDeclared = declared.map { coded.width - $0.width <= fillUp && coded.height - $0.height <= fillUp } ?? false
        // The parts of a picture, and its transparency, are in no header's size.
        let found = max(isAsDeclared ? 0 : coded.count, declared?.count ?? 0)
        guard found <= budget.pixelsPerPage else {
            throw .overBudget(.pixelsPerPage, found: found, limit: budget.pixelsPerPage)
        }
        guard let declared, !isAsDeclared else { return }
        guard (coded.count - slack) / 4 <= declared.count else {
            throw .damaged(
                detail: "coded as \(coded.width)x\(coded.height) and declared as \(declared.width)x\(declared.height) pixels")
        }
    }

    /// ISO/IEC 23008-12, 6.5.3.
    private static func declaredSize(_ property: ArraySlice<UInt8>) -> PixelSize? {
        guard let width = property.span.bigEndian(at: 4, bytes: 4), let height = property.span.bigEndian(at: 8, bytes: 4) else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    private static func codedSizes(of item: HEIFItems.Item, in bytes: [UInt8], _ units: inout Int) -> [PixelSize] {
        var sizes: [PixelSize] = []
        if let configuration = item.property("hvcC") {
            sizes += CodedSizes.ofHEVC(configuration: configuration, of: bytes, &units)
            let lengthBytes = configuration.count > 21 ? Int(bytes[configuration.lowerBound + 21] & 3) + 1 : 4
            let data = data(of: item, in: bytes, &units)
            sizes += CodedSizes.ofHEVC(data: data, lengthBytes: lengthBytes, &units)
        } else if let configuration = item.property("av1C") {
            sizes += CodedSizes.ofAV1(bytes[configuration].dropFirst(4), &units)
            sizes += CodedSizes.ofAV1(data(of: item, in: bytes, &units), &units)
        } else if let place = item.type.flatMap({ canvasPlaces[$0] }) {
            sizes += canvas(data(of: item, in: bytes, &units), at: place).map { [$0] } ?? []
        }
        return sizes
    }

    /// Its extents, concatenated, at most as many bytes as the file. Several extents count towards the bound: one unit
    /// each, and one for every 4096 bytes.
    private static func data(of item: HEIFItems.Item, in bytes: [UInt8], _ units: inout Int) -> ArraySlice<UInt8> {
        guard item.extents.count != 1 else { return bytes[item.extents[0]] }
        var data: [UInt8] = []
        for extent in item.extents where data.count + extent.count <= bytes.count {
            units -= 1 + extent.count >> 12
            guard units > 0 else { break }
            data += bytes[extent]
        }
        return data[...]
    }

    /// The offset of the size in a derived picture: after version, flags and the numbers of rows and columns (ISO/IEC
    /// 23008-12, 6.6.2.3.2), or after version, flags and the background colour (6.6.2.2.2).
    private static let canvasPlaces: [FourCC: Int] = ["grid": 4, "iovl": 10]

    private static func canvas(_ description: ArraySlice<UInt8>, at place: Int) -> PixelSize? {
        let bytes = Array(description.prefix(place + 8))
        guard bytes.count >= place else { return nil }
        let length = bytes[1] & 1 == 0 ? 2 : 4
        guard let width = bytes.span.bigEndian(at: place, bytes: length),
            let height = bytes.span.bigEndian(at: place + length, bytes: length)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
