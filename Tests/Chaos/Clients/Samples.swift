import DocumentFixtures
import FoundationEssentials
import IntakeClient
import Shared

/// A file that persons send.
struct Sample: Sendable {
    let path: String
    let digest: ContentDigest

    var upload: UploadFile { get throws(IntakeClientError) { try UploadFile(path: path) } }
}

/// Small files of each kind, made once.
struct Samples: Sendable {
    /// Photos and PDFs that nothing is wrong with.
    let good: [Sample]
    /// A photo of six million pixels, beside which others have less room.
    let big: Sample
    /// A PDF that only its owner can open, a photo whose tables are broken, a text that calls itself a PDF.
    let bad: [Sample]

    init(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func sample(_ name: String, _ bytes: [UInt8]) throws -> Sample {
            let path = "\(folder)/\(name)"
            try Data(bytes).write(to: URL(filePath: path))
            return Sample(path: path, digest: ContentDigest(of: bytes))
        }
        let photos = try (0..<3).map { try Photo.jpeg(.cornered(width: 120 + 20 * $0, height: 80 + 10 * $0)) }
        good =
            try photos.enumerated().map { try sample("photo-\($0.offset).jpg", $0.element) } + [
                sample("turned.jpg", Photo.jpeg(orientation: 6)), sample("scan.png", Photo.encoded(as: "png")),
                sample("statement-1.pdf", HandmadePDF.cornered(pages: 1).bytes),
                sample("statement-2.pdf", HandmadePDF.cornered(pages: 2).bytes),
            ]
        big = try sample("big.jpg", Photo.encoded(.grainy(width: 3_000, height: 2_000), as: "jpg[Q=60,strip]"))
        var damaged = photos[0]
        for index in 24..<(damaged.count - 2) { damaged[index] = UInt8(truncatingIfNeeded: index &* 31) }
        let pretended = "%PDF-1.7\n" + String(repeating: "not a PDF at all\n", count: 80)
        bad = [
            try sample("damaged.jpg", damaged), try sample("pretended.pdf", Array(pretended.utf8)),
        ]
    }
}

/// What one person submits, and what has to come of it.
struct Course: Sendable {
    /// Sent first.
    let first: Sample
    /// A bill of 400 days ago is refused.
    let isStale: Bool
    /// What the refused file, or the old date, is corrected with; nil for a person who leaves it at that.
    let correction: Sample?
    /// After each submit.
    let outcomes: [SubmissionState]
    /// Whether an operator erases it when it has ended.
    let isErased: Bool

    /// Of ten, six are accepted at once, of which one is erased, and four are refused; three of these are corrected.
    init(number: Int, _ samples: Samples) {
        isErased = number % 10 == 5
        let good = number % 50 == 1 ? samples.big : samples.good[number % samples.good.count]
        let bad = samples.bad[number / 10 % samples.bad.count]
        switch number % 10 {
        case 2: (first, isStale, correction) = (good, true, good)
        case 4, 7: (first, isStale, correction) = (bad, false, good)
        case 9: (first, isStale, correction) = (bad, false, nil)
        default:
            (first, isStale, correction) = (good, false, nil)
            outcomes = [.accepted]
            return
        }
        outcomes = correction == nil ? [.needsInput] : [.needsInput, .accepted]
    }
}
