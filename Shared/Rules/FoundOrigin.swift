/// What a file of a submission says of its making, and how often something was added to it since. A file may say what it likes: it
/// proves nothing alone.
public struct FoundOrigin: Sendable, Hashable, Codable {
    public let document: DocumentID
    /// The file.
    public let page: PageID
    /// The programs that have written it; nil if it names none.
    public let programs: [String]?
    /// Of a photo, when it was taken.
    public let madeOn: CalendarDate?
    public let changedOn: CalendarDate?
    /// How often something was added to a PDF after it was first written (ISO 32000-1, section 7.5.6); nil for never.
    public let updates: Int?

    /// Nil for a file that says nothing.
    public init?(_ file: PageFacts, in document: DocumentID) {
        let programs = (file.origin?.programs ?? []) + [file.structure?.software].compactMap { $0 }
        let dates = file.origin?.dates ?? file.structure?.dates
        let updates = file.structure?.pdf?.updateCount ?? 0
        guard !programs.isEmpty || dates?.made != nil || dates?.changed != nil || updates > 0 else { return nil }
        (self.document, page) = (document, file.id)
        self.programs = programs.isEmpty ? nil : programs
        (madeOn, changedOn) = (dates?.made, dates?.changed)
        self.updates = updates > 0 ? updates : nil
    }
}

/// What was found out of the files of a submission when each was validated last.
public struct FileFindings: Sendable, Hashable {
    public var signatures: [FoundSignature]
    public var origins: [FoundOrigin]

    public init(signatures: [FoundSignature] = [], origins: [FoundOrigin] = []) {
        (self.signatures, self.origins) = (signatures, origins)
    }

    /// Of the current files of a submission. Another file may have taken a page's place since it was validated.
    public init(_ files: [PageID: PageFacts], of submission: Submission) {
        self.init()
        for document in submission.documents where document.state != .removed {
            for page in document.pages {
                guard let file = files[page.id], file.digest == page.original?.digest else { continue }
                signatures += (file.origin?.checks ?? []).map { FoundSignature(document: document.id, page: page.id, $0) }
                if let origin = FoundOrigin(file, in: document.id) { origins.append(origin) }
            }
        }
    }
}
