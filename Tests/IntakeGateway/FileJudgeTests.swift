import DocumentFixtures
import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// What is decided about a file while it arrives.
@Suite struct FileJudgeTests {
    let type = DocumentType(
        id: "bill", title: "Bill", hint: "", icon: "bolt", mediaTypes: [.jpeg, .png, .heic, .pdf], maximumBytes: 10_000)

    private func judged(
        _ content: [UInt8], declared: String? = nil, name: String? = nil, size: Int? = nil, piece: Int = 700
    ) throws -> MediaType {
        let declaration = FileDeclaration(
            mediaType: declared.flatMap { MediaType($0) }, fileExtension: name.flatMap { MediaType.fileExtension(ofName: $0) },
            size: size)
        var judge = FileJudge(type: type, declaration: declaration)
        try judge.checkDeclaration()
        for start in stride(from: 0, to: content.count, by: piece) {
            try judge.take(Array(content[start..<min(start + piece, content.count)]))
        }
        return try judge.finish()
    }

    private func refusal(
        _ content: [UInt8], declared: String? = nil, name: String? = nil, size: Int? = nil, piece: Int = 700
    ) -> ProblemType? {
        do {
            _ = try judged(content, declared: declared, name: name, size: size, piece: piece)
            return nil
        } catch let problem as Problem {
            return problem.kind
        } catch {
            return nil
        }
    }

    @Test func soundFilesPassUnderAnyHonestName() throws {
        #expect(try judged(SampleFiles.jpeg(), declared: "image/jpeg", name: "bill.JPG") == .jpeg)
        #expect(try judged(SampleFiles.png(), declared: nil, name: nil) == .png)
        #expect(try judged(SampleFiles.pdf(), declared: "application/octet-stream", name: "scan") == .pdf)
        #expect(try judged(SampleFiles.jpeg(size: 25), declared: "image/jpeg; q=1") == .jpeg)
    }

    @Test func aSoundFileOfATypeThatTheJourneyDoesNotTakeIsRefused() throws {
        let type = DocumentType(
            id: "statement", title: "Statement", hint: "", icon: "bolt", mediaTypes: [.pdf], maximumBytes: 10_000)
        var judge = FileJudge(type: type, declaration: FileDeclaration(mediaType: nil, fileExtension: nil, size: nil))
        let problem = #expect(throws: Problem.self) {
            try judge.take(SampleFiles.png())
            _ = try judge.finish()
        }
        #expect(problem?.kind == .unsupportedMediaType)
    }

    @Test func aTypeThatIsNotAcceptedIsRefused() {
        #expect(refusal(SampleFiles.text(), declared: "text/plain") == .unsupportedMediaType)
        #expect(refusal(SampleFiles.text()) == .unsupportedMediaType)
        #expect(refusal([1, 2, 3]) == .unsupportedMediaType)
        #expect(refusal(SampleFiles.jpeg(), declared: "image/gif") == .unsupportedMediaType)
    }

    @Test func contentThatContradictsItsClaimsIsRefused() {
        #expect(refusal(SampleFiles.png(), declared: "image/jpeg") == .mediaTypeMismatch)
        #expect(refusal(SampleFiles.png(), declared: "image/png", name: "bill.pdf") == .mediaTypeMismatch)
    }

    @Test func emptyFilesAreRefused() {
        #expect(refusal([]) == .emptyFile)
        #expect(refusal([], size: 0) == .emptyFile)
    }

    @Test func theLimitIsMetWhileBytesCome() throws {
        #expect(refusal(SampleFiles.jpeg(size: 10_001)) == .tooLarge)
        #expect(refusal(SampleFiles.jpeg(size: 10_000)) == nil)
        #expect(refusal([], size: 10_001) == .tooLarge)
        var judge = FileJudge(type: type, declaration: FileDeclaration(), installationLimit: 1_000)
        try judge.take(SampleFiles.jpeg(size: 999))
        #expect(throws: Problem.self) { try judge.take([0, 0]) }
    }

    /// A network cuts a file anywhere, and the whole of it may come at once.
    @Test(arguments: [1, 16, 700, 9_999, 10_001, 40_000])
    func aFileThatIsWrongAndTooLargeIsRefusedAlikeHoweverItIsCut(piece: Int) {
        let file = SampleFiles.png(size: 40_000)
        #expect(refusal(file, declared: "image/jpeg", piece: piece) == .mediaTypeMismatch)
        #expect(refusal(file, declared: "image/png", piece: piece) == .tooLarge)
    }

    @Test func aWrongFileIsRefusedByItsHead() throws {
        var judge = FileJudge(type: type, declaration: FileDeclaration())
        #expect(throws: Problem.self) { try judge.take(SampleFiles.text(size: 8_000)) }
    }

    /// Files that no decoder will be given, each with the problem that stops it.
    static let refusedEarly: [(name: String, type: ProblemType)] = [
        ("giant.jpg", .tooManyPixels), ("giant.png", .tooManyPixels), ("giant.heic", .tooManyPixels),
        ("many-pixels.tif", .tooManyPixels), ("page-bomb.tif", .tooManyPages), ("long.pdf", .tooManyPages),
        ("frame-bomb.gif", .tooManyFrames), ("frame-bomb.png", .tooManyFrames),
    ]

    @Test(arguments: refusedEarly.indices)
    func whatWouldCostTooMuchIsRefusedWhileItComes(index: Int) throws {
        let (name, expected) = Self.refusedEarly[index]
        let file = try #require(Corpus.handmade.first { $0.name == name })
        let problem = try #require(Self.problem(with: file.bytes), "\(name)")
        #expect(problem.kind == expected, "\(name)")
        guard case .integer(let limit) = problem.extensions["limit"], case .integer(let found) = problem.extensions["found"]
        else {
            Issue.record("\(name) is refused without the numbers")
            return
        }
        #expect(found > limit && problem.detail?.contains("\(limit)") == true)
    }

    /// It is refused by the first byte that shows it, whatever is still to come.
    @Test func aGiantIsRefusedByItsHeader() throws {
        let giant = try #require(Corpus.handmade.first { $0.name == "giant.png" }).bytes
        var judge = FileJudge(type: Self.anything, declaration: FileDeclaration(size: 20_000_000))
        try judge.take(Array(giant.prefix(20)))
        let padding = [UInt8](repeating: 0, count: 2000)
        #expect(throws: Problem.self) { try judge.take(Array(giant.dropFirst(20)) + padding) }
    }

    @Test func aPasswordIsToldFromRestrictions() throws {
        for file in try Corpus.encoded() {
            switch file.encryption {
            case "password_required":
                let problem = try #require(Self.problem(with: file.bytes), "\(file.name)")
                #expect(problem.kind == .passwordProtected, "\(file.name)")
            case "owner_only": #expect(Self.problem(with: file.bytes) == nil, "\(file.name)")
            default: break
            }
        }
    }

    @Test func theDocumentTypeLimitsPagesToo() throws {
        let seven = try #require(Corpus.handmade.first { $0.name == "seven.pdf" }).bytes
        #expect(Self.problem(with: seven, pages: 6)?.kind == .tooManyPages)
        #expect(Self.problem(with: seven, pages: 7) == nil)
    }

    /// An upload that goes on has its beginning judged again, and what lies between is passed over.
    @Test func whatASecondRequestBringsIsJudgedWithTheFirst() throws {
        let locked = try #require(Corpus.encoded().first { $0.encryption == "password_required" && $0.count == nil }).bytes
        var judge = FileJudge(type: Self.anything, declaration: FileDeclaration())
        try judge.take(Array(locked.prefix(locked.count / 2)))
        try judge.skip(0)
        try judge.take(Array(locked.dropFirst(locked.count / 2)))
        #expect(throws: Problem.self) { _ = try judge.finish() }
        #expect(judge.count == locked.count)
    }

    private static let anything = DocumentType(
        id: "bill", title: "Bill", hint: "", icon: "bolt", mediaTypes: MediaType.known, pages: CountRange(1...200))

    private static func problem(with content: [UInt8], pages: Int = 200) -> Problem? {
        let type = DocumentType(
            id: "bill", title: "Bill", hint: "", icon: "bolt", mediaTypes: MediaType.known, pages: CountRange(1...pages))
        var judge = FileJudge(type: type, declaration: FileDeclaration(size: content.count))
        do {
            try judge.checkDeclaration()
            for start in stride(from: 0, to: content.count, by: 512) {
                try judge.take(Array(content[start..<min(start + 512, content.count)]))
            }
            _ = try judge.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test func sizesAreSaidInWords() {
        #expect(ByteCount.text(25_000_000) == "25 MB")
        #expect(ByteCount.text(2_500_000) == "2.5 MB")
        #expect(ByteCount.text(12_000) == "12 kB")
        #expect(ByteCount.text(1_234) == "1234 bytes")
    }
}
