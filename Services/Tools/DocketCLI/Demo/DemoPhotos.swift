import CommandSupport
import EventLoop
import Glibc
import LoadTest

/// The files of the demo, like those of a phone and a scanner.
struct DemoPhotos: Sendable {
    /// The usual format of a phone.
    let heic: String
    /// A photo on its side. Its EXIF holds the orientation and the place.
    let turnedJPEG: String
    let png: String
    /// Two pages with a photo each.
    let pdf: String
    static let pagesOfPDF = 2

    private static let width = 1512
    private static let height = 2016

    /// Draws the pictures and encodes them with libvips's program; takes a few seconds.
    static func make(in folder: String, on loop: EventLoop) async throws -> DemoPhotos {
        try HomeDirectory.makeFolder(folder)
        let encoder = PhotoEncoder(program: try Tool.find("vips", package: "libvips-tools"), loop: loop)
        let photos = DemoPhotos(
            heic: "\(folder)/letter.heic",
            turnedJPEG: "\(folder)/letter-on-its-side.jpg",
            png: "\(folder)/letter.png",
            pdf: "\(folder)/statement.pdf")
        func letter(_ seed: UInt64) -> Pixmap { CornerPicture.make(width: width, height: height, seed: seed) }

        try await encoder.encode(letter(1), to: photos.heic, "heifsave", ["--compression", "hevc", "--Q", "85"])
        try await encoder.encode(letter(2), to: photos.png, "pngsave", ["--compression", "6"])
        let sideways = letter(3).rotatedCounterClockwise()
        try await encoder.encode(sideways, to: photos.turnedJPEG, "jpegsave", ["--Q", "92"])
        guard let tagged = JPEGMetadata.addingEXIF(orientation: 6, to: try encoder.bytes(photos.turnedJPEG)) else {
            throw CommandFailure(.failure, "libvips wrote no JPEG to \(photos.turnedJPEG)")
        }
        try FileText.write(photos.turnedJPEG, bytes: tagged)
        var pages: [PlainPDF.Picture] = []
        for seed in 0..<UInt64(pagesOfPDF) {
            let path = "\(folder)/page-\(seed + 1).jpg"
            try await encoder.encode(letter(10 + seed), to: path, "jpegsave", ["--Q", "90"])
            pages.append(PlainPDF.Picture(jpeg: try encoder.bytes(path), width: width, height: height))
            unlink(path)
        }
        try FileText.write(photos.pdf, bytes: PlainPDF.make(pages))
        return photos
    }
}

/// Converts pixmaps to other formats and back, with `vips`.
struct PhotoEncoder: Sendable {
    let program: String
    let loop: EventLoop

    /// More than any file of the demo has. Bytes.
    private static let limit = 128 * 1024 * 1024

    func encode(_ picture: Pixmap, to path: String, _ operation: String, _ options: [String]) async throws {
        let source = "\(path).ppm"
        try FileText.write(source, bytes: picture.portable)
        defer { unlink(source) }
        try await Tool.run(program, [operation, source, path] + options, on: loop)
    }

    /// The stored pixels of an image file, without applying the orientation.
    func decode(_ path: String) async throws -> Pixmap {
        let target = "\(path).ppm"
        defer { unlink(target) }
        try await Tool.run(program, ["copy", path, target], on: loop)
        guard let picture = Pixmap(portable: try bytes(target)) else {
            throw CommandFailure(.failure, "\(path) is not an image with 8 bits a channel")
        }
        return picture
    }

    func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard let bytes = FileText.bytes(path, limit: Self.limit) else {
            throw CommandFailure(.failure, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        return bytes
    }
}
