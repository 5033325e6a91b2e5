import DocumentFixtures
import Support

/// A file that somebody sends.
struct SampleFile: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// How many clean pages it becomes.
    var pages = 1

    var description: String { name }

    /// Each corner in its colour: one sees how a picture is turned.
    private static let picture = Pixels.cornered(width: 600, height: 400)

    /// A photo that lies on its side, as phones store it, with all that a phone knows about its owner.
    static func turnedPhoto() async throws -> SampleFile {
        let folder = try TemporaryFolder("photo")
        let path = "\(folder.path)/photo.jpg"
        // Rotating by a quarter: what is stored is wider than high, what one sees is not.
        try Tool.vips.run(["copy", "in.ppm", "\(path)[Q=95]"], files: ["in.ppm": picture.ppm])
        _ = try await Program.check(
            "exiftool",
            [
                "-q", "-overwrite_original", "-n", "-Orientation=6", "-GPSLatitude=52.5", "-GPSLatitudeRef=N",
                "-GPSLongitude=13.4",
                "-GPSLongitudeRef=E", "-Artist=Erika Mustermann", "-XMP:Creator=Erika Mustermann", "-IPTC:By-line=Erika", path,
            ])
        return SampleFile(name: "photo.jpg", bytes: ProcFile.bytes(path) ?? [])
    }

    static func heic() throws -> SampleFile {
        try SampleFile(name: "photo.heic", bytes: Photo.encoded(picture, as: "heic[Q=90]"))
    }
    static func png() throws -> SampleFile { try SampleFile(name: "scan.png", bytes: Photo.encoded(picture, as: "png")) }
    static func tiff() throws -> SampleFile { try SampleFile(name: "scan.tif", bytes: Photo.encoded(picture, as: "tif")) }
    static func webp() throws -> SampleFile {
        try SampleFile(name: "photo.webp", bytes: Photo.encoded(picture, as: "webp[Q=90]"))
    }

    /// Of two frames, the second without corners.
    static func gif() throws -> SampleFile {
        let second = Pixels.plain(.white, width: picture.width, height: picture.height)
        return try SampleFile(name: "fax.gif", bytes: Photo.stacked([picture, second], as: "gif"))
    }

    static func pdf(pages: Int) -> SampleFile {
        SampleFile(name: "statement.pdf", bytes: HandmadePDF.cornered(pages: pages).bytes, pages: pages)
    }

    /// A small photo that differs from others by its size.
    static func smallPhoto(_ number: Int = 0) throws -> SampleFile {
        try SampleFile(name: "bill.jpg", bytes: Photo.jpeg(.cornered(width: 120 + 2 * number, height: 80)))
    }

    static func lockedPDF() throws -> SampleFile {
        try SampleFile(
            name: "locked.pdf", bytes: HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner"))
    }

    /// A JPEG whose head is sound, and whose tables are not.
    static func damagedPhoto() throws -> SampleFile {
        var bytes = try Photo.jpeg()
        for index in 24..<(bytes.count - 2) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        return SampleFile(name: "damaged.jpg", bytes: bytes)
    }

    /// Begins as a PDF does, and is none.
    static func pretendedPDF() -> SampleFile {
        SampleFile(
            name: "pretended.pdf",
            bytes: Array("%PDF-1.7\n".utf8) + Array(repeating: Array("not a PDF at all\n".utf8), count: 80).joined())
    }
}
