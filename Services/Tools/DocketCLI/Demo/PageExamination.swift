import CommandSupport
import EventLoop
import Glibc

/// Examines a page: it must be upright, show the picture of the original, and hold nothing personal.
struct PageExamination: Sendable {
    let encoder: PhotoEncoder
    /// Debian's `vipsthumbnail`: an independent opinion on the orientation.
    let thumbnailer: String
    let loop: EventLoop

    /// Of 255. Two encodings of the same picture stay well below.
    static let largestDifference = 8.0
    struct Finding: Sendable, Equatable {
        /// The faults; empty if there are none.
        var faults: [String] = []
        /// The mean difference from the photo over all pixels, 0 to 255. Nil for a page of a PDF.
        var difference: Double?
    }

    /// `page`: a clean page, as a file. `original`: its photo; nil for a page of a PDF.
    func examine(_ page: String, original: String?) async throws -> Finding {
        var finding = Finding()
        switch JPEGMetadata.personalSegments(of: try encoder.bytes(page)) {
        case nil: finding.faults.append("it is not a JPEG")
        case let found? where !found.isEmpty: finding.faults.append("it still holds \(found.joined(separator: ", "))")
        default: break
        }
        let picture = try await encoder.decode(page)
        if let fault = CornerPicture.fault(in: picture) { finding.faults.append("it is not upright: \(fault)") }
        guard let original else { return finding }
        let difference = try await difference(of: picture, from: original)
        finding.difference = difference
        if difference >= Self.largestDifference { finding.faults.append("it is not the photo that was sent") }
        return finding
    }

    private func difference(of page: Pixmap, from original: String) async throws -> Double {
        let reference = "\(original).reference.ppm"
        defer { unlink(reference) }
        try await Tool.run(
            thumbnailer, ["--rotate", "--size", "\(page.width)x\(page.height)!", "--output", reference, original], on: loop)
        // What cannot be compared differs in everything.
        return Pixmap(portable: try encoder.bytes(reference)).flatMap { page.meanDifference(from: $0) } ?? 255
    }
}
