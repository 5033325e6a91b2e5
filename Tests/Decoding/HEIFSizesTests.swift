import DocumentFixtures
import Shared
import Testing

@testable import Imaging

/// Pictures of which the header says less than what they are coded with.
@Suite(.timeLimit(.minutes(3)))
struct HEIFSizesTests {
    private static let budget = ImageBudget(pages: 1, pixelsPerPage: 1_000_000, pixelsPerDocument: 1_000_000, memory: 1 << 26)

    init() throws {
        try StartedLibrary.outcome.get()
    }

    private func encoded(_ format: String, width: Int, height: Int) throws -> [UInt8] {
        let name = "out.\(format.prefix { $0 != "[" })"
        let grey = try Tool.vips.run(["black", "in.v", "\(width)", "\(height)", "--bands", "3"], yields: "in.v")
        return try Tool.vips.run(
            ["copy", "in.v", "out.\(format)", "--interpretation", "srgb"], files: ["in.v": grey], yields: name)
    }

    /// The first `ispe` says so.
    private func declaring(_ width: Int, _ height: Int, in bytes: [UInt8]) throws -> [UInt8] {
        var lying = bytes
        let property = try #require(lying.indices.first { lying[$0...].starts(with: Array("ispe".utf8)) })
        lying.replaceSubrange(property + 8..<property + 16, with: number(width) + number(height))
        return lying
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }

    @Test(arguments: ["heic[Q=30]", "avif[Q=30,effort=0]", "heic[Q=30,bitdepth=10]", "avif[Q=30,effort=0,bitdepth=12]"])
    func whatIsCodedIsHeldToTheBudget(format: String) throws {
        let large = try encoded(format, width: 1200, height: 1000)
        let lying = try declaring(100, 80, in: large)
        #expect {
            try EncodedImage(lying, budget: Self.budget)
        } throws: { error in
            guard case ImagingError.overBudget(.pixelsPerPage, let found, 1_000_000) = error else { return false }
            return (1200 * 1000..<1300 * 1100).contains(found)
        }
        // Within the budget it is a contradiction.
        var budget = Self.budget
        budget.pixelsPerPage = 3_000_000
        #expect {
            try EncodedImage(lying, budget: budget)
        } throws: { error in
            guard case ImagingError.damaged(let detail) = error else { return false }
            return detail.hasSuffix("declared as 100x80 pixels")
        }
        budget.pixelsPerDocument = 3_000_000
        #expect(try EncodedImage(large, budget: budget).pageSizes == [PixelSize(width: 1200, height: 1000)])
    }

    /// No header has the size of a picture's parts, or of its transparency.
    @Test(arguments: ["heic[Q=30]", "avif[Q=30,effort=0]"])
    func whatIsCodedAsItIsDeclaredIsHeldToTheBudgetToo(format: String) throws {
        let large = try encoded(format, width: 1200, height: 1000)
        #expect(throws: ImagingError.overBudget(.pixelsPerPage, found: 1200 * 1000, limit: 1_000_000)) {
            try HEIFSizes.check(large, Self.budget)
        }
    }

    /// Of zeros that stand before a three, those before another three that was left out do not count.
    @Test func whatWasPutBetweenZerosIsLeftOutOnce() {
        let payload: [UInt8] = [
            0x01, 0x03, 0x70, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 3, 0, 0x5a, 0xa0, 0, 0x3a, 0x98, 0x80, 0x01, 0xd4, 0xc5, 0x96,
        ]
        let unit = [0x42, 0x01] + payload
        var units = 10
        let sizes = CodedSizes.ofHEVC(data: ([UInt8(unit.count)] + unit)[...], lengthBytes: 1, &units)
        #expect(sizes == [PixelSize(width: 30_000, height: 30_000)])
    }

    /// Odd sizes are filled up to whole blocks.
    @Test(arguments: ["heic", "avif"], [1, 63, 121]) func aSoundPictureIsNot(format: String, size: Int) throws {
        let image = try encoded(format, width: size + 64, height: size + 64)
        try HEIFSizes.check(image, Self.budget)
        let sizes = HEIFItems(file: image.span).items.values.filter { !$0.extents.isEmpty && !$0.properties.isEmpty }
        #expect(!sizes.isEmpty)
    }

    @Test(arguments: ["heic", "avif"]) func whatIsCutAnywhereCrashesNothing(format: String) throws {
        let image = try encoded(format, width: 64, height: 64)
        for length in 0..<image.count { try? HEIFSizes.check(Array(image.prefix(length)), Self.budget) }
        for place in 0..<image.count {
            var odd = image
            odd[place] = 0xff
            try? HEIFSizes.check(odd, Self.budget)
        }
    }

    /// A picture of many tiles, or of others that lie on a ground, whose own description has another size; its data lies beside its
    /// properties.
    @Test(arguments: ["grid", "iovl"]) func aCanvasIsHeldToTheBudget(type: String) throws {
        func box(_ type: String, _ body: [UInt8]) -> [UInt8] { number(body.count + 8) + Array(type.utf8) + body }
        func full(_ type: String, _ version: UInt8, _ body: [UInt8]) -> [UInt8] { box(type, [version, 0, 0, 0] + body) }
        func file(width: Int, height: Int, associations count: Int = 1, first: [UInt8] = []) -> [UInt8] {
            var entry: [UInt8] = [0, 1, 0, 0]
            entry.append(contentsOf: type.utf8)
            entry.append(0)
            let sizes = full("ispe", 0, number(100) + number(80))
            // As often as one item may have the same; and once where it is looked for.
            var entries = number(count)
            for _ in 1..<count { entries += [0, 9, 255] + [UInt8](repeating: 1, count: 255) }
            let associations = full("ipma", 0, entries + [0, 1, 1, 1])
            // In `idat`, from its beginning.
            var location: [UInt8] = [0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1]
            // Numbers of four bytes; one row of one, or the colour of the ground.
            let canvas = [0, 1] + [UInt8](repeating: 0, count: type == "grid" ? 2 : 8) + number(width) + number(height)
            location.append(contentsOf: number(0) + number(canvas.count))
            var meta = first + full("iinf", 0, [0, 1] + full("infe", 2, entry))
            meta.append(contentsOf: box("iprp", box("ipco", sizes) + associations))
            meta.append(contentsOf: full("iloc", 1, location))
            meta.append(contentsOf: box("idat", canvas))
            return box("ftyp", Array("heic".utf8) + number(0)) + full("meta", 0, meta)
        }
        #expect(throws: ImagingError.overBudget(.pixelsPerPage, found: 16_000 * 16_000, limit: 1_000_000)) {
            try HEIFSizes.check(file(width: 16_000, height: 16_000), Self.budget)
        }
        try HEIFSizes.check(file(width: 100, height: 80), Self.budget)
        // A decoder passes over a type that has no name, and so do we.
        #expect(throws: ImagingError.overBudget(.pixelsPerPage, found: 16_000 * 16_000, limit: 1_000_000)) {
            try HEIFSizes.check(file(width: 16_000, height: 16_000, first: box("\u{1}\u{2}\u{3}\u{4}", [])), Self.budget)
        }
        // A decoder may take the second of two.
        let (modest, meta) = (file(width: 100, height: 80), full("meta", 0, full("pitm", 0, [0, 1])))
        #expect(throws: ImagingError.damaged(detail: "the pictures consist of too many parts")) {
            try HEIFSizes.check(modest + meta, Self.budget)
        }
        // What would not be seen behind so much is not taken.
        try HEIFSizes.check(file(width: 100, height: 80, associations: 250), Self.budget)
        #expect(throws: ImagingError.damaged(detail: "the pictures consist of too many parts")) {
            try HEIFSizes.check(file(width: 100, height: 80, associations: 260), Self.budget)
        }
    }

    @Test func deepSamplesCountWithTheirBytes() throws {
        let deep = try encoded("avif[Q=30,effort=0,bitdepth=12]", width: 400, height: 300)
        var budget = Self.budget
        budget.memory = 400 * 300 * 3
        #expect(throws: ImagingError.overBudget(.memory, found: 400 * 300 * 3 * 2, limit: budget.memory)) {
            try EncodedImage(deep, budget: budget)
        }
        _ = try EncodedImage(encoded("avif[Q=30,effort=0]", width: 400, height: 300), budget: budget)
    }
}
