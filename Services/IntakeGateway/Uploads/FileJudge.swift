import HTTPServer
import Shared

/// Decides on a file while it arrives: what is wrong is refused with the first byte that shows it, not after the last one.
///
/// Pure: it is told what was declared, then fed the bytes as they come. What it keeps of the file is bounded.
struct FileJudge: Sendable {
    let type: DocumentType
    let declaration: FileDeclaration
    /// The largest file that this installation takes, whatever the document type allows.
    let installationLimit: Int

    private(set) var count = 0
    private var sniffer: FileSniffer
    private var isDecided = false

    init(
        type: DocumentType, declaration: FileDeclaration, installationLimit: Int = .max, limits: FileLimits = FileLimits()
    ) {
        self.type = type
        self.declaration = declaration
        self.installationLimit = installationLimit
        var limits = limits
        limits.pages = min(limits.pages, type.pages.max)
        sniffer = FileSniffer(limits: limits, depth: .headers)
    }

    /// Set once enough of the head was seen to tell.
    var recognized: MediaType? { sniffer.facts.mediaType }

    var limit: Int { min(type.maximumBytes, installationLimit) }

    /// What can be said before the first byte: the declared size and media type.
    func checkDeclaration() throws(Problem) {
        if let size = declaration.size {
            if size > limit { throw tooLarge(size) }
            if size == 0 { throw emptyFile }
        }
        if let declared = declaration.mediaType, !accepts(declared), declared != .octetStream {
            throw .unsupportedMediaType(declared, for: type)
        }
    }

    /// Takes the next bytes.
    mutating func take(_ bytes: [UInt8]) throws(Problem) {
        count += bytes.count
        if count > limit { throw tooLarge(nil) }
        sniffer.take(bytes)
        try decide()
    }

    /// Goes on behind bytes that an earlier request brought and that are not fed again: of these, the first were taken anew,
    /// and `count` more follow them.
    mutating func skip(_ count: Int) throws(Problem) {
        self.count += count
        sniffer.skip(count)
        if self.count > limit { throw tooLarge(nil) }
    }

    /// Says that the last byte has come.
    /// - Returns: what the file is by its content.
    mutating func finish() throws(Problem) -> MediaType {
        if count == 0 { throw emptyFile }
        sniffer.finish()
        try decide()
        guard let recognized else { throw .unsupportedMediaType(nil, for: type) }
        return recognized
    }

    /// Says what is known to be wrong by now.
    private mutating func decide() throws(Problem) {
        if !isDecided, sniffer.isRecognized {
            isDecided = true
            try checkType()
        }
        if let earlyRefusal = sniffer.earlyRefusal { throw .refusedEarly(earlyRefusal, for: type) }
    }

    private func checkType() throws(Problem) {
        guard let found = recognized else { throw .unsupportedMediaType(nil, for: type) }
        if let declared = declaration.mediaType, !found.isCompatible(with: declared) {
            throw .mediaTypeMismatch(found: found, claimed: declared.essence, by: "Content-Type")
        }
        if let fileExtension = declaration.fileExtension, let promised = MediaType(fileExtension: fileExtension),
            !found.isCompatible(with: promised)
        {
            throw .mediaTypeMismatch(found: found, claimed: ".\(fileExtension)", by: "name")
        }
        guard accepts(found) else { throw .unsupportedMediaType(found, for: type) }
    }

    private func accepts(_ mediaType: MediaType) -> Bool {
        type.mediaTypes.contains { mediaType.isCompatible(with: $0) }
    }

    private var emptyFile: Problem {
        Problem(
            .emptyFile, detail: "The file has no bytes. Check that it was chosen and read, and send it again.",
            members: ["found": .integer(0)])
    }

    /// `found` is nil where it has more bytes than that, and nobody waits to see how many.
    private func tooLarge(_ found: Int?) -> Problem {
        var members: [String: ProblemValue] = ["limit": .integer(limit)]
        members["found"] = found.map(ProblemValue.integer)
        return Problem(
            .tooLarge,
            detail: "A file of type “\(type.id)” may have at most \(ByteCount.text(limit)). Send a smaller photo or scan.",
            members: members)
    }
}

/// Sizes in words for a person.
enum ByteCount {
    static func text(_ bytes: Int) -> String {
        switch bytes {
        case 1_000_000... where bytes % 100_000 == 0:
            let tenths = bytes / 100_000
            return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
        case 1_000... where bytes % 1_000 == 0:
            return "\(bytes / 1_000) kB"
        default:
            return "\(bytes) bytes"
        }
    }
}
