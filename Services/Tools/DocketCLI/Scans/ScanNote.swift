import FoundationEssentials
import Shared

/// The result of a scan. It is stored beside the scan, and printed by `docket watch --json`.
struct ScanNote: Codable, Sendable, Equatable {
    /// Nil for a scan that came without one.
    let sidecar: String?
    let files: [String]
    let at: Timestamp
    /// The submission of the document; nil if it was refused.
    var submission: SubmissionID?
    var document: DocumentID?
    var pages: [PageID]?
    /// Why it was refused.
    var refused: String?
    /// Where names of it were taken: in front of those of its files, its sidecar and its note stands this number and a dash.
    var number: Int?

    var end: ScanFolder.End { refused == nil ? .sent : .refused }
}

extension ScanNote {
    /// What it is called after: its sidecar, or the scan itself.
    var name: String { sidecar ?? files.first ?? "" }

    /// All that is moved with it, the name of each.
    var moved: [String] { files + [sidecar].compactMap(\.self) }

    /// The name of the note beside what was moved.
    var title: String {
        "\(sidecar.map { String($0.dropLast(ScanSidecar.ending.count)) } ?? name)\(Self.ending)"
    }

    /// Whoever brings back what was refused may bring its note, too.
    static let ending = ".note\(ScanSidecar.ending)"

    /// Nil if the bytes are no note.
    init?(_ bytes: [UInt8]) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = note
    }

    /// The note for a person.
    var words: String {
        if let refused { return "✗ \(name): \(refused)" }
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        return "✓ \(name): \(count) to submission \(submission?.description ?? "")"
    }
}
