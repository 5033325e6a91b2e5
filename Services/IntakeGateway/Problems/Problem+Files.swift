import HTTPServer
import Shared

extension Problem {
    /// `found` is nil if the type was not recognised.
    static func unsupportedMediaType(_ found: MediaType?, for type: DocumentType) -> Problem {
        let accepted = type.mediaTypes.map(\.essence)
        let what = found.map { "a file of type \($0)" } ?? "no kind of file that is known here"
        var members: [String: ProblemValue] = ["accepted": .strings(accepted)]
        members["found"] = found.map { .string($0.essence) }
        return Problem(
            .unsupportedMediaType,
            detail: "This is \(what). For “\(type.id)” send one of \(accepted.joined(separator: ", ")).", members: members)
    }

    /// `place` names the place of the claim, in words.
    static func mediaTypeMismatch(found: MediaType, claimed: String, by place: String) -> Problem {
        Problem(
            .mediaTypeMismatch,
            detail: "The content is \(found), but its \(place) says \(claimed). Send the file under its true type and name.",
            members: ["found": .string(found.essence), "claimed": .string(claimed)])
    }

    /// A file that will be refused, whatever its further bytes are. The members say what was found and what is accepted.
    static func refusedEarly(_ earlyRefusal: EarlyRefusal, for type: DocumentType) -> Problem {
        switch earlyRefusal {
        case .pixels(let found, let limit):
            Problem(
                .tooManyPixels,
                detail:
                    "The picture has \(found) pixels, and at most \(limit) are taken. Send a photo or scan of lower resolution.",
                members: ["found": .integer(found), "limit": .integer(limit)])
        case .pages(let found, let limit):
            Problem(
                .tooManyPages, title: "The file has too many pages",
                detail:
                    "The file has \(found) pages or more, and for “\(type.id)” at most \(limit) are taken. Send only those that are "
                    + "asked for.",
                members: ["found": .integer(found), "limit": .integer(limit)])
        case .frames(let found, let limit):
            Problem(
                .tooManyFrames,
                detail:
                    "The file is an animation of \(found) pictures or more, and at most \(limit) are taken. Send a single picture.",
                members: ["found": .integer(found), "limit": .integer(limit)])
        case .passwordRequired:
            Problem(
                .passwordProtected,
                detail:
                    "The PDF opens with a password only. Save a copy without the password, for example by printing it as a PDF. "
                    + "One that only restricts printing or copying is taken as it is.",
                members: ["found": .string("a PDF that needs a password"), "accepted": .strings(type.mediaTypes.map(\.essence))])
        }
    }

    static func duplicateFile(of page: PageID) -> Problem {
        Problem(
            .duplicateFile,
            detail: "The same file, byte for byte, is a page of this submission already. Send another one, or leave it at that.",
            members: ["page": .string(page.description)])
    }
}
