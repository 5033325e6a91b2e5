import DocumentFixtures
import Imaging
import Shared

@testable import PagePDF

/// Pages as the jail makes them, and what is bound of them.
enum BoundPages {
    private static let started = Result { try ImageLibrary.start() }

    static func jpeg(_ pixels: Pixels) throws -> [UInt8] {
        try started.get()
        return try PageJPEG(rgb: pixels.rgb, size: PixelSize(width: pixels.width, height: pixels.height), quality: 90).bytes
    }

    static func pdf(
        of jpegs: [[UInt8]], isOfSignedFile: Bool = false, limits: PageBinder.Limits = PageBinder.Limits()
    ) throws -> [UInt8] {
        var binder = PageBinder(pageCount: jpegs.count, isOfSignedFile: isOfSignedFile, limits: limits)
        var bytes = try binder.begin()
        for jpeg in jpegs { bytes += try binder.page(jpeg) }
        return bytes + (try binder.end())
    }

    static func pdf(of pages: [Pixels]) throws -> [UInt8] { try pdf(of: try pages.map(jpeg)) }

    /// Whether the reader takes a file, handed to it in pieces of so many bytes.
    static func isProven(_ bytes: [UInt8], isOfSignedFile: Bool = false, pieces: Int = .max) -> Bool {
        var reader = PagePDFReader(longestJPEG: 1 << 20, isOfSignedFile: isOfSignedFile)
        do {
            for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
                try reader.read(Array(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))]))
            }
            try reader.end()
            return true
        } catch {
            return false
        }
    }
}
