import FoundationEssentials
import Shared

/// The file beside scanned files that describes them. Pure.
struct ScanSidecar: Sendable, Equatable {
    /// The submission of the document.
    enum Place: Sendable, Equatable {
        case submission(SubmissionID)
        /// The submission with this reference that waits for documents.
        case reference(String)
        case new(NewSubmission)
    }

    let place: Place
    let document: NewDocument
    /// The files of its pages, in order: names in the same folder.
    let files: [String]

    static let ending = ".json"
    /// The most bytes of a sidecar.
    static let mostBytes = 65_536
    static let mostFiles = 100

    private static let members: Set<String> = [
        "submission", "reference", "journey", "subject", "type", "issueDate", "expiryDate", "periodStart", "periodEnd", "files",
    ]

    private struct Members: Decodable {
        var submission: SubmissionID?
        var reference: String?
        var journey: JourneyID?
        var subject: String?
        var type: DocumentTypeID
        var issueDate: CalendarDate?
        var expiryDate: CalendarDate?
        var periodStart: CalendarDate?
        var periodEnd: CalendarDate?
        var files: [String]?
    }

    /// `name`: the sidecar's name; without its ending it names the file, if the sidecar names none.
    init(_ bytes: [UInt8], name: String) throws(ScanFault) {
        let said = try Self.members(of: bytes)
        switch (said.submission, said.journey, said.reference) {
        case (let id?, nil, nil): place = .submission(id)
        case (nil, let journey?, let reference):
            place = .new(NewSubmission(journey: journey, subject: said.subject, reference: reference))
        case (nil, nil, let reference?): place = .reference(reference)
        default: throw ScanFault("It names no submission: say “submission”, or “reference”, or “journey” for a new one.")
        }
        if said.subject != nil, said.journey == nil { throw ScanFault("“subject” goes with “journey”, for a new submission.") }
        var new = NewDocument(type: said.type, issueDate: said.issueDate, expiryDate: said.expiryDate)
        (new.periodStart, new.periodEnd) = (said.periodStart, said.periodEnd)
        document = new
        files = said.files ?? [String(name.dropLast(Self.ending.count))]
        guard (1...Self.mostFiles).contains(files.count), Set(files).count == files.count else {
            throw ScanFault("“files” has to name from 1 to \(Self.mostFiles) files, each once.")
        }
        if let wrong = files.first(where: { !ScanFolder.isName($0) }) {
            throw ScanFault("“\(wrong)” is no name of a file in the same folder.")
        }
    }

    private static func members(of bytes: [UInt8]) throws(ScanFault) -> Members {
        let data = Data(bytes)
        do {
            let all = try JSONDecoder().decode([String: JSONValue].self, from: data)
            if let unknown = all.keys.sorted().first(where: { !members.contains($0) }) {
                throw ScanFault("“\(unknown)” is nothing that a sidecar says.")
            }
            return try JSONDecoder().decode(Members.self, from: data)
        } catch let fault as ScanFault {
            throw fault
        } catch DecodingError.keyNotFound(let key, _) {
            throw ScanFault("“\(key.stringValue)” is missing.")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context)
        {
            let member = context.codingPath.first?.stringValue
            throw ScanFault(member.map { "“\($0)” has a value that cannot be read." } ?? "It is no JSON object.")
        } catch {
            throw ScanFault("It is no JSON object.")
        }
    }
}

/// Why a scan was refused, for readers of the folder and of the terminal.
struct ScanFault: Error, Sendable, Equatable {
    let words: String

    init(_ words: String) { self.words = words }
}
