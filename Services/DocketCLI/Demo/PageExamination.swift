import EventLoop
import Glibc

/// Looks at a page that came out: is it upright, is it the picture that went in, and does it hold nothing personal.
struct PageExamination: Sendable {
    let encoder: PhotoEncoder
    /// Debian's `vipsthumbnail`: the second opinion on what upright means.
    let thumbnailer: String
    let loop: EventLoop

    /// Of 255: two encodings of the same picture stay well below.
    static let largestDifference = 8.0
    /// `page`: a clean page, as a file.
    /// `original`: the photo it was made of; nil for a page of a PDF.
    /// Returns what is wrong; empty when nothing is.
    func faults(of page: String, original: String?) async throws -> [String] {
        var faults: [String] = []
        switch JPEGMetadata.personalSegments(of: try encoder.bytes(page)) {
        case nil: faults.append("it is not a JPEG")
        case let found? where !found.isEmpty: faults.append("it still holds \(found.joined(separator: ", "))")
        default: break
        }
        let picture = try await encoder.decode(page)
        if let fault = CornerPicture.fault(in: picture) { faults.append("it is not upright: \(fault)") }
        if let original, let difference = try await difference(of: picture, from: original), difference >= Self.largestDifference
        {
            faults.append("it differs from the photo by \(difference) of 255")
        }
        return faults
    }

    private func difference(of page: Pixmap, from original: String) async throws -> Double? {
        let reference = "\(original).reference.ppm"
        defer { unlink(reference) }
        try await Tool.run(
            thumbnailer, ["--rotate", "--size", "\(page.width)x\(page.height)!", "--output", reference, original], on: loop)
        guard let expected = Pixmap(portable: try encoder.bytes(reference)) else { return nil }
        // Sizes that differ mean that the page has other proportions than the photo.
        return page.meanDifference(from: expected) ?? 255
    }
}
