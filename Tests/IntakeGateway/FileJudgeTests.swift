import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// What is decided about a file while it arrives.
@Suite struct FileJudgeTests {
    let type = DocumentType(
        id: "bill", title: "Bill", hint: "", icon: "bolt", mediaTypes: [.jpeg, .png, .heic, .pdf], maximumBytes: 10_000)

    private func judged(_ content: [UInt8], declared: String? = nil, name: String? = nil, size: Int? = nil) throws -> MediaType {
        let declaration = FileDeclaration(
            mediaType: declared.flatMap { MediaType($0) }, fileExtension: name.flatMap { MediaType.fileExtension(ofName: $0) },
            size: size)
        var judge = FileJudge(type: type, declaration: declaration)
        try judge.checkDeclaration()
        for start in stride(from: 0, to: content.count, by: 700) {
            try judge.take(Array(content[start..<min(start + 700, content.count)]))
        }
        return try judge.finish()
    }

    private func refusal(
        _ content: [UInt8], declared: String? = nil, name: String? = nil, size: Int? = nil
    ) -> ProblemType? {
        do {
            _ = try judged(content, declared: declared, name: name, size: size)
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

    @Test func aWrongFileIsRefusedByItsHead() throws {
        var judge = FileJudge(type: type, declaration: FileDeclaration())
        #expect(throws: Problem.self) { try judge.take(SampleFiles.text(size: 8_000)) }
    }

    @Test func sizesAreSaidInWords() {
        #expect(ByteCount.text(25_000_000) == "25 MB")
        #expect(ByteCount.text(2_500_000) == "2.5 MB")
        #expect(ByteCount.text(12_000) == "12 kB")
        #expect(ByteCount.text(1_234) == "1234 bytes")
    }
}
