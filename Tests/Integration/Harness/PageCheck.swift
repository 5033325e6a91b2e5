import DocumentFixtures
import EventLoop
import Support
import Testing

/// Judges results with tools that have nothing to do with Docket.
enum PageCheck {
    /// The mean difference of a channel that a page may have from the reference, of 255.
    static let limit = 8.0

    /// How far a page is from what libvips's own tool makes of the same file, turned upright and in the page's size.
    static func difference(of page: [UInt8], from sample: SampleFile, number: Int) async throws -> Double {
        let folder = try TemporaryFolder("reference")
        try FileBytes.write(page, to: "\(folder.path)/page.jpg")
        var size: [String] = []
        for field in ["width", "height"] {
            let result = try await Program.check("vipsheader", ["-f", field, "page.jpg"], workingDirectory: folder.path)
            size.append(result.text.filter { $0.isNumber })
        }
        let original = "\(folder.path)/\(sample.name)"
        try FileBytes.write(sample.bytes, to: original)
        // Only formats of several pages have a page to choose.
        let chosen = sample.pages > 1 ? "\(original)[page=\(number - 1)]" : original
        _ = try await Program.check(
            "vipsthumbnail",
            [
                chosen, "--rotate", "--size", "\(size.joined(separator: "x"))!", "-o",
                // A format without transparency, as pages have none.
                "\(folder.path)/reference.jpg[Q=98]",
            ])
        for step in [["subtract", "page.jpg", "reference.jpg", "difference.v"], ["abs", "difference.v", "absolute.v"]] {
            _ = try await Program.check("vips", step, workingDirectory: folder.path)
        }
        let mean = try await Program.check("vips", ["avg", "absolute.v"], workingDirectory: folder.path).text
        return try #require(Double(mean.filter { $0.isNumber || $0 == "." }), "\(mean)")
    }

    /// The colours of a picture, looked at from afar.
    static func corners(of page: [UInt8]) async throws -> Corners {
        let folder = try TemporaryFolder("corners")
        try FileBytes.write(page, to: "\(folder.path)/page.jpg")
        _ = try await Program.check(
            "vipsthumbnail", ["page.jpg", "--size", "120", "-o", "small.png"], workingDirectory: folder.path)
        return try Pixels(decoding: ProcFile.bytes("\(folder.path)/small.png") ?? []).corners
    }

    /// What exiftool and libvips find of the person in a picture. Empty when it is clean.
    static func traces(in page: [UInt8]) async throws -> String {
        let folder = try TemporaryFolder("traces")
        let path = "\(folder.path)/page.jpg"
        try FileBytes.write(page, to: path)
        let tags = try await Program.check(
            "exiftool", ["-q", "-G1", "-s", "-EXIF:all", "-XMP:all", "-IPTC:all", "-Comment", path])
        let fields = try await Program.check("vipsheader", ["-a", path])
        return tags.text
            + fields.text.split(separator: "\n").filter { $0.hasPrefix("exif-") || $0.hasPrefix("xmp-") }.joined(separator: "\n")
    }

    /// What qpdf complains of. Empty when the PDF is sound.
    static func complaints(about pdf: [UInt8]) async throws -> String {
        let folder = try TemporaryFolder("pdf")
        let path = "\(folder.path)/document.pdf"
        try FileBytes.write(pdf, to: path)
        let result = try await Program.run("qpdf", ["--check", path])
        return result.status.isSuccess ? "" : result.text + result.complaints
    }

    static func pageCount(of pdf: [UInt8]) async throws -> Int? {
        let folder = try TemporaryFolder("pdf")
        let path = "\(folder.path)/document.pdf"
        try FileBytes.write(pdf, to: path)
        return Int(try await Program.check("qpdf", ["--show-npages", path]).text.filter { $0.isNumber })
    }
}
