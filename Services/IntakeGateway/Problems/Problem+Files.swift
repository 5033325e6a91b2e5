import HTTPServer
import Shared

extension Problem {
    /// `found` is nil when nothing known was recognised.
    static func unsupportedMediaType(_ found: MediaType?, for type: DocumentType) -> Problem {
        let accepted = type.mediaTypes.map(\.essence)
        let what = found.map { "a file of type \($0)" } ?? "no kind of file that is known here"
        return Problem(
            .unsupportedMediaType,
            detail: "This is \(what). For “\(type.id)” send one of \(accepted.joined(separator: ", ")).",
            members: ["accepted": .strings(accepted)])
    }

    /// `place` says where the claim was made, in words.
    static func mediaTypeMismatch(found: MediaType, claimed: String, by place: String) -> Problem {
        Problem(
            .mediaTypeMismatch,
            detail: "The content is \(found), but its \(place) says \(claimed). Send the file under its true type and name.",
            members: ["found": .string(found.essence), "claimed": .string(claimed)])
    }

    static func duplicateFile(of page: PageID) -> Problem {
        Problem(
            .duplicateFile,
            detail: "The same file, byte for byte, is a page of this submission already. Send another one, or leave it at that.",
            members: ["page": .string(page.description)])
    }
}
