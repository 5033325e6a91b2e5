import DocumentFixtures
import Shared
import Testing

@testable import Imaging

/// Pictures that lie on their side, in each way that a format has to say so: all of them come out upright.
@Suite(.timeLimit(.minutes(3)))
struct OrientationTests {
    private static let upright = Pixels.lettered(width: 120, height: 160)

    init() throws {
        try StartedLibrary.outcome.get()
    }

    private func page(_ bytes: [UInt8]) throws -> Pixels {
        let budget = ImageBudget(pages: 1, pixelsPerPage: 1_000_000, pixelsPerDocument: 1_000_000, memory: 1 << 24)
        let image = try EncodedImage(bytes, budget: budget)
        let page = try image.page(0, fitting: PixelSize(width: 2480, height: 3508), quality: 95)
        #expect(image.pageSizes == [PixelSize(width: 120, height: 160)])
        return try Pixels(decoding: page.bytes)
    }

    /// The mean difference of all values.
    private func difference(_ first: Pixels, _ second: Pixels) -> Int {
        guard first.width == second.width, first.height == second.height else { return 255 }
        return zip(first.rgb, second.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / first.rgb.count
    }

    /// The eight pages lie side by side in the report of the test.
    @Test func allEightOrientationsOfAPhotoAreUpright() throws {
        var pages: [Pixels] = []
        for orientation in 1...8 {
            let stored = Self.upright.stored(withOrientation: orientation)
            let result = try page(Photo.jpeg(stored, orientation: orientation))
            #expect(difference(result, Self.upright) <= 4, "orientation \(orientation)")
            pages.append(result)
        }
        let names = pages.indices.map { "\($0 + 1).ppm" }
        let files = Dictionary(uniqueKeysWithValues: zip(names, pages.map(\.ppm)))
        let sheet = try Tool.vips.run(
            ["arrayjoin", names.joined(separator: " "), "sheet.png", "--across", "8", "--shim", "8"], files: files,
            yields: "sheet.png")
        Attachment.record(sheet, named: "orientations.png")
        // Were one of them not upright, it would be seen.
        #expect(difference(Self.upright.stored(withOrientation: 3), Self.upright) > 20)
    }

    @Test(arguments: 1...8) func aTIFFsOrientationIsHeeded(orientation: Int) throws {
        let tiff = try Photo.encoded(Self.upright.stored(withOrientation: orientation), as: "tif")
        let turned = try Tool.exiftool.run(
            ["-overwrite_original", "-n", "-IFD0:Orientation=\(orientation)", "in.tif"], files: ["in.tif": tiff], yields: "in.tif"
        )
        #expect(try difference(page(turned), Self.upright) <= 2)
    }

    /// By a property of the picture (ISO/IEC 23008-12, 6.5.10 and 6.5.12): quarters to the left, or a mirror.
    @Test(arguments: [
        (HEIFTurn.rotation(quarters: 1), 6), (.rotation(quarters: 2), 3), (.rotation(quarters: 3), 8),
    ])
    func aHEICsRotationIsHeeded(turn: HEIFTurn, orientation: Int) throws {
        // Quarters to the left undo a picture that lies turned to the right: EXIF counts the other way round.
        let counterpart = [6: 8, 3: 3, 8: 6][orientation] ?? 1
        for format in ["heic[Q=95]", "avif[Q=95]"] {
            let heic = try Photo.encoded(Self.upright.stored(withOrientation: counterpart), as: format)
            #expect(try difference(page(turn.applied(to: heic)), Self.upright) <= 8, "\(format)")
        }
    }

    @Test(arguments: [(HEIFTurn.mirror(axis: 1), 2), (.mirror(axis: 0), 4)])
    func aHEICsMirrorIsHeeded(turn: HEIFTurn, orientation: Int) throws {
        let heic = try Photo.encoded(Self.upright.stored(withOrientation: orientation), as: "heic[Q=95]")
        #expect(try difference(page(turn.applied(to: heic)), Self.upright) <= 8)
    }

    /// In the order in which they are named: first the one, then what the other makes of its result.
    @Test func aHEICsRotationAndMirrorAreHeededTogether() throws {
        // What each of them undoes, the last one first.
        let stored = Self.upright.stored(withOrientation: 2).stored(withOrientation: 8)
        let heic = try Photo.encoded(stored, as: "heic[Q=95]")
        let turned = try HEIFTurn.mirror(axis: 1).applied(to: HEIFTurn.rotation(quarters: 1).applied(to: heic))
        #expect(try difference(page(turned), Self.upright) <= 8)
    }

    /// Its properties say how it is turned; what its EXIF says besides is not heeded (ISO/IEC 23008-12, annex A.2.1).
    @Test func aHEICsEXIFDoesNotTurnItAgain() throws {
        func withEXIF(_ pixels: Pixels, _ orientation: Int) throws -> [UInt8] {
            let photo = try Photo.jpeg(pixels, orientation: orientation)
            let heic = try Tool.vips.run(["copy", "in.jpg", "out.heic[Q=95]"], files: ["in.jpg": photo], yields: "out.heic")
            #expect(heic.contains("Exif"))
            return heic
        }
        #expect(try difference(page(withEXIF(Self.upright, 6)), Self.upright) <= 8)
        let turned = try HEIFTurn.rotation(quarters: 1).applied(to: withEXIF(Self.upright.stored(withOrientation: 8), 3))
        #expect(try difference(page(turned), Self.upright) <= 8)
    }

    @Test(arguments: ["png", "webp[lossless]"], [7])
    func theEXIFOfOtherFormatsIsHeeded(format: String, orientation: Int) throws {
        let name = "in.\(format.prefix { $0 != "[" })"
        let plain = try Photo.encoded(Self.upright.stored(withOrientation: orientation), as: format)
        let tagged = try Tool.exiftool.run(
            ["-overwrite_original", "-n", "-IFD0:Orientation=\(orientation)", name], files: [name: plain], yields: name)
        #expect(tagged.count > plain.count)
        #expect(try difference(page(tagged), Self.upright) <= 4)
    }
}

/// Adds a transformative property to the one picture of a HEIF that libheif has written.
enum HEIFTurn: Sendable {
    /// To the left.
    case rotation(quarters: UInt8)
    /// Top to bottom (0), or left to right (1).
    case mirror(axis: UInt8)

    private var box: [UInt8] {
        switch self {
        case .rotation(let quarters): [0, 0, 0, 9] + Array("irot".utf8) + [quarters]
        case .mirror(let axis): [0, 0, 0, 9] + Array("imir".utf8) + [axis]
        }
    }

    /// Behind the last property, and last of those of the first item; what lies behind moves by ten bytes.
    func applied(to heic: [UInt8]) throws -> [UInt8] {
        func position(of type: String) throws -> Int {
            try #require(heic.indices.first { heic[$0...].starts(with: Array(type.utf8)) })
        }
        func long(at position: Int) -> Int { heic[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
        var bytes = heic
        func add(_ amount: Int, toLongAt position: Int) {
            let value = long(at: position) + amount
            for index in 0..<4 { bytes[position + index] = UInt8(value >> (24 - 8 * index) & 0xff) }
        }
        let (properties, associations) = (try position(of: "ipco") - 4, try position(of: "ipma") - 4)
        try #require(properties < associations)
        var count = 0
        var property = properties + 8
        while property < properties + long(at: properties) {
            property += long(at: property)
            count += 1
        }
        // Version 0, one byte for each association: entries, then the first item's id, and how many it has.
        try #require(Array(heic[associations + 8..<associations + 12]) == [0, 0, 0, 0])
        let howMany = associations + 18
        for box in [try position(of: "meta") - 4, try position(of: "iprp") - 4] { add(10, toLongAt: box) }
        add(9, toLongAt: properties)
        add(1, toLongAt: associations)
        let iloc = try position(of: "iloc") + 4
        try #require(Array(heic[iloc..<iloc + 6]) == [0, 0, 0, 0, 0x44, 0x40])
        var item = iloc + 8
        for _ in 0..<Int(heic[iloc + 7]) {
            add(10, toLongAt: item + 4)
            item += 10 + 8 * Int(heic[item + 9])
        }
        bytes[howMany] += 1
        bytes.insert(0x80 | UInt8(count + 1), at: howMany + 1 + Int(heic[howMany]))
        bytes.insert(contentsOf: box, at: properties + long(at: properties))
        return bytes
    }
}
