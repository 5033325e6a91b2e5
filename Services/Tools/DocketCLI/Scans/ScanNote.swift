import FoundationEssentials
import Shared

/// What became of a scan: kept beside it, and told by `docket watch --json`.
struct ScanNote: Codable, Sendable, Equatable {
    let sidecar: String
    let files: [String]
    let at: Timestamp
    /// Where its document is; nil where it was refused.
    var submission: SubmissionID?
    var document: DocumentID?
    var pages: [PageID]?
    /// Why it was refused.
    var refused: String?

    var end: ScanFolder.End { refused == nil ? .sent : .refused }
}

extension ScanNote {
    /// Nil for what is no note.
    init?(_ bytes: [UInt8]) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = note
    }

    /// For a person.
    var words: String {
        if let refused { return "✗ \(sidecar): \(refused)" }
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        return "✓ \(sidecar): \(count) to submission \(submission?.description ?? "")"
    }
}
