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
