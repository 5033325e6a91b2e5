import HTTPServer
import Shared

/// Judges a file while it arrives. It refuses at the first byte that shows a fault, not after the last one.
///
/// It is pure: it gets the declaration, then the bytes as they come. Its memory is bounded.
struct FileJudge: Sendable {
    let type: DocumentType
    let declaration: FileDeclaration
    /// The size limit of this installation in bytes, whatever the document type allows.
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

    /// Set once enough of the head has arrived.
    var recognized: MediaType? { sniffer.facts.mediaType }

    var limit: Int { min(type.maximumBytes, installationLimit) }

    /// Checks the declared size and media type before the first byte.
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
    ///
    /// What is refused does not depend on how the bytes were cut: those within the limit are looked at first.
    mutating func take(_ bytes: [UInt8]) throws(Problem) {
        let isTooLarge = bytes.count > limit - count
        sniffer.take(isTooLarge ? Array(bytes.prefix(max(0, limit - count))) : bytes)
        count += bytes.count
        try decide()
        if isTooLarge { throw tooLarge(nil) }
    }

    /// Continues after bytes of an earlier request: some of them were taken again, and `count` more are skipped.
    mutating func skip(_ count: Int) throws(Problem) {
        self.count += count
        sniffer.skip(count)
        if self.count > limit { throw tooLarge(nil) }
    }

    /// Ends the file after its last byte.
    /// - Returns: The type by content..
    mutating func finish() throws(Problem) -> MediaType {
        if count == 0 { throw emptyFile }
        sniffer.finish()
        try decide()
        guard let recognized else { throw .unsupportedMediaType(nil, for: type) }
        return recognized
    }

    /// Throws for a fault that is certain by now.
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

    /// `found` is nil if the file has more bytes, of an unknown number.
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
