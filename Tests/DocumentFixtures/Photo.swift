/// Pictures in the formats that people send.
public enum Photo {
    /// `format` is a suffix of libvips with its options, such as `jpg[Q=90]`, `png`, `heic`, `avif`, `tif`, `webp`, `gif`.
    public static func encoded(_ pixels: Pixels = .cornered(width: 120, height: 80), as format: String) throws -> [UInt8] {
        let name = "out.\(format.prefix { $0 != "[" })"
        return try Tool.vips.run(["copy", "in.ppm", "out.\(format)"], files: ["in.ppm": pixels.ppm], yields: name)
    }

    public static func jpeg(_ pixels: Pixels = .cornered(width: 120, height: 80)) throws -> [UInt8] {
        try encoded(pixels, as: "jpg[Q=95]")
    }

    /// A JPEG whose EXIF segment says how it is meant to be turned (1 to 8).
    public static func jpeg(
        _ pixels: Pixels = .cornered(width: 120, height: 80), orientation: Int
    ) throws -> [UInt8] {
        let plain = try encoded(pixels, as: "jpg[Q=95,strip]")
        return Array(plain[..<2]) + exif(orientation: orientation) + Array(plain[2...])
    }

    /// An APP1 segment (Exif 2.32, 4.5.4): a big-endian TIFF header and one entry, Orientation (0x0112), of type SHORT.
    private static func exif(orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0] + [0, 0, 0, 0]
        let body = Array("Exif".utf8) + [0, 0] + tiff
        return [0xff, 0xe1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xff)] + body
    }

    /// Converted from sRGB to another colour space of libvips's (`p3`, `cmyk`), its profile embedded.
    public static func jpeg(_ pixels: Pixels, inProfile profile: String, embedded: Bool = true) throws -> [UInt8] {
        let converted = try Tool.vips.run(
            ["icc_transform", "in.ppm", "out.v", profile, "--input-profile", "srgb"], files: ["in.ppm": pixels.ppm],
            yields: "out.v")
        return try Tool.vips.run(
            ["copy", "in.v", embedded ? "out.jpg[Q=95]" : "out.jpg[Q=95,strip]"], files: ["in.v": converted], yields: "out.jpg")
    }

    /// Without colours, as from a scanner.
    public static func scanned(_ pixels: Pixels, as format: String) throws -> [UInt8] {
        let name = "out.\(format.prefix { $0 != "[" })"
        return try Tool.vips.run(["colourspace", "in.ppm", "out.\(format)", "b-w"], files: ["in.ppm": pixels.ppm], yields: name)
    }

    /// Two pictures, as cameras write them: the first one's APP2 segment says where the second begins (CIPA DC-007, section 5).
    static func multiPicture() throws -> [UInt8] {
        let first = try jpeg(.cornered(width: 120, height: 80))
        let second = try jpeg(.cornered(width: 60, height: 40))
        func segment(behind: Int) -> [UInt8] {
            func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
                big(tag, 2) ++ big(type, 2) ++ big(count, 4) ++ big(value, 4)
            }
            let pictures =
                big(0x2003_0000, 4) ++ big(first.count, 4) ++ big(0, 8) ++ big(0, 4) ++ big(second.count, 4) ++ big(behind, 4)
                ++ big(0, 4)
            let index =
                ascii("MM") ++ [0, 42, 0, 0, 0, 8] ++ big(3, 2) ++ entry(0xb000, 7, 4, 0x3031_3030) ++ entry(0xb001, 4, 1, 2)
                ++ entry(0xb002, 7, 32, 50) ++ big(0, 4) ++ pictures
            return HandmadePictures.segment(0xe2, ascii("MPF\0") ++ index)
        }
        // Counted from the index's own header, 8 bytes into the segment, which stands behind the first marker.
        let length = segment(behind: 0).count
        return Array(first[..<2]) + segment(behind: first.count + length - 2 - 8) + Array(first[2...]) + second
    }

    /// A PNG of 16 bits a sample.
    public static func deep(_ pixels: Pixels) throws -> [UInt8] {
        try Tool.vips.run(["colourspace", "in.ppm", "out.png", "rgb16"], files: ["in.ppm": pixels.ppm], yields: "out.png")
    }

    /// With an alpha channel of one value.
    public static func png(_ pixels: Pixels, alpha: Int) throws -> [UInt8] {
        try Tool.vips.run(
            ["bandjoin_const", "in.ppm", "out.png", "\(alpha)"], files: ["in.ppm": pixels.ppm], yields: "out.png")
    }

    /// Several pictures of one size in a file: pages of a TIFF, frames of a GIF.
    public static func stacked(_ pictures: [Pixels], as format: String) throws -> [UInt8] {
        guard let first = pictures.first else { throw Tool.Failed(description: "no pictures") }
        let strip = Pixels(width: first.width, height: first.height * pictures.count, rgb: pictures.flatMap(\.rgb))
        return try Tool.vips.run(
            ["\(format)save", "in.ppm", "out", "--page-height", "\(first.height)"], files: ["in.ppm": strip.ppm], yields: "out")
    }
}
