import Shared

/// The facts of a file before any byte of it is sent.
struct FileExamination: Sendable {
    let size: Int
    let mediaType: MediaType?
    let pageCount: Int?
    /// The reasons of the rules that refuse it, in one language.
    let refusals: [Reason]

    /// Examines the relevant bytes of a file, without blocking another isolation.
    @concurrent
    static func examine(
        _ content: FileContent, of candidate: CandidateFile, as type: DocumentType, in document: DocumentFacts,
        journey: JourneyDefinition, language: Language
    ) async throws(DraftFault) -> FileExamination {
        var sniffer = FileSniffer(limits: FileLimits(), depth: .headers)
        let size = content.size
        try sniffer.examine(size: size) { (offset, count) throws(DraftFault) in
            try content.read(at: offset, count: count, language)
        }
        var facts = PageFacts(
            id: .random(), size: size, mediaType: nil, declaredMediaType: candidate.mediaType,
            fileExtension: candidate.fileExtension)
        facts.add(sniffer.facts)
        facts.pageCount = sniffer.facts.pageCount
        let early = RuleEngine.onArrival.reasons(for: facts, of: type, in: document, journey: journey)
        // A password and a decompression bomb are known from the head; the rest of that engine's rules wants to see more.
        let late = RuleEngine.validation.reasons(for: facts, of: type, in: document, journey: journey)
            .filter { [FileWithoutPassword().id, PictureSize().id].contains($0.rule) }
        return FileExamination(
            size: size, mediaType: facts.mediaType, pageCount: facts.pageCount,
            refusals: (early + late).filter { $0.severity == .refuse }.map { $0.localized(in: language, of: journey) })
    }
}

/// A file's bytes, at a path or in a storage.
enum FileContent: Sendable {
    case bytes([UInt8])
    case open(OpenFile, FileStatus)

    init(_ candidate: CandidateFile, _ language: Language) throws(DraftFault) {
        switch candidate.content {
        case .bytes(let bytes): self = .bytes(bytes)
        case .path(let path), .passingPath(let path):
            do throws(SystemFault) {
                let file = try SystemFiles.open(path)
                self = .open(file, try file.status())
            } catch {
                throw DraftFault(
                    .fileUnreadable, error.isMissing ? .gone : .unreadable, ["name": .text(candidate.name)], in: language)
            }
        }
    }

    var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .open(_, let status): status.size
        }
    }

    func read(at offset: Int, count: Int, _ language: Language) throws(DraftFault) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return Array(bytes.dropFirst(offset).prefix(count))
        case .open(let file, _):
            do throws(SystemFault) {
                return try file.read(at: offset, count: count)
            } catch {
                throw DraftFault(.fileUnreadable, .pickerUnreadable, in: language)
            }
        }
    }
}
