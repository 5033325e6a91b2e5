import FoundationEssentials
import Shared

/// The result of a scan. It is stored beside the scan, and printed by `docket watch --json`.
struct ScanNote: Codable, Sendable, Equatable {
    let sidecar: String
    let files: [String]
    let at: Timestamp
    /// The submission of the document; nil if it was refused.
    var submission: SubmissionID?
    var document: DocumentID?
    var pages: [PageID]?
    /// Why it was refused.
    var refused: String?

    var end: ScanFolder.End { refused == nil ? .sent : .refused }
}

extension ScanNote {
    /// Nil if the bytes are no note.
    init?(_ bytes: [UInt8]) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = note
    }

    /// The note for a person.
    var words: String {
        if let refused { return "✗ \(sidecar): \(refused)" }
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        return "✓ \(sidecar): \(count) to submission \(submission?.description ?? "")"
    }
}
