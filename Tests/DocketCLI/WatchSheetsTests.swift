import DocumentFixtures
import FoundationEssentials
import Glibc
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket watch --sheets`: the real jails read, and a double of the gateway takes everything.
@Suite(.timeLimit(.minutes(3))) struct WatchSheetsTests {
    private struct Ground: Sendable {
        let gateway: GatewayDouble
        let url: String
        let folder: TemporaryFolder

        func write(_ name: String, _ bytes: [UInt8], age: Int = 20) throws {
            let path = "\(folder.path)/\(name)"
            try FileText.write(path, bytes: bytes)
            var times = [timeval(tv_sec: time(nil) - age, tv_usec: 0), timeval(tv_sec: time(nil) - age, tv_usec: 0)]
            try #require(utimes(path, &times) == 0)
        }

        func once() async throws -> InProcessRun.Outcome {
            try await InProcessRun.docket(["watch", folder.path, "--sheets", "--once", "--gateway", url])
        }

        func names(_ part: String = "") -> Set<String> {
            let known: Set = [".", "..", "sent", "refused", "divided"]
            return Set(FolderNames.all(in: folder.path + part)).subtracting(known)
        }
    }

    private func with(_ body: (Ground) async throws -> Void) async throws {
        let gateway = try GatewayDouble { _ in nil }
        let ground = Ground(gateway: gateway, url: try gateway.start(), folder: try TemporaryFolder())
        let result: Result<Void, any Error>
        do { result = .success(try await body(ground)) } catch { result = .failure(error) }
        await gateway.stop()
        try result.get()
    }

    private func sheet(_ type: DocumentTypeID) throws -> [UInt8] {
        try PrintedPage.jpeg(around: try PrintedPage.qr(CoverSheet(submission: .random(), type: type).code))
    }

    private func written(_ text: String) throws -> [UInt8] {
        try PrintedPage.jpeg([text], dotsPerInch: 150, size: (1240, 1754))
    }

    @Test func aStackIsSentAsTheDocumentsThatItsSheetsName() async throws {
        let (ada, bob) = (try sheet("passport"), try sheet("utility-bill"))
        let stack = HandmadePDF.scanned([
            ada, try written("Ada’s passport"), bob, try written("Bob’s bill"), try written("its end"),
        ])
        try await with { ground in
            try ground.write("stack.pdf", stack.bytes)
            let run = try await ground.once()
            #expect(run.code == 0, "\(run.errors)\(run.output)")
            #expect(run.output.contains("stack.pdf: 2 documents by cover sheets"))
            let state = ground.gateway.state.withLock { $0 }
            #expect(state.files.count == 2 && state.submitted.isEmpty)
            for (file, pages) in zip(state.files, ["1", "2"]) {
                #expect(try Tool.qpdf.output(of: ["--show-npages", "in.pdf"], files: ["in.pdf": file]).hasPrefix(pages))
            }
            #expect(ground.names().isEmpty && ground.names("/divided") == ["stack.pdf"])
            #expect(ground.names("/sent").count == 6)
            #expect(FileText.bytes("\(ground.folder.path)/divided/stack.pdf", limit: 10_000_000) == stack.bytes)
        }
    }

    @Test func aScanThatCannotBeDividedIsRefusedWhole() async throws {
        let stack = HandmadePDF.scanned([
            try written("whose is this?"), try sheet("passport"), try written("Ada’s passport"),
        ])
        try await with { ground in
            try ground.write("stack.pdf", stack.bytes)
            try ground.write("broken.PDF", Array("%PDF-1.4 and no more".utf8))
            let run = try await ground.once()
            #expect(run.code == ExitCode.notAccepted.rawValue)
            #expect(run.output.contains("Page 1 is behind no sheet") && run.output.contains("cannot be read for its sheets"))
            let refused: Set = ["stack.pdf", "stack.pdf.note.json", "broken.PDF", "broken.PDF.note.json"]
            #expect(ground.names().isEmpty && ground.names("/refused") == refused)
            #expect(ground.gateway.state.withLock { $0.files.isEmpty })
            #expect(run.output.contains("✗ stack.pdf: ") && !run.output.contains("stack.pdf.json"), "it came without a sidecar")
            let bytes = try #require(FileText.bytes("\(ground.folder.path)/refused/stack.pdf.note.json", limit: 65_536))
            let note = try #require(ScanNote(bytes))
            #expect(note.sidecar == nil && note.files == ["stack.pdf"])
        }
    }

    @Test func whatHasNoSheetOrASidecarOrIsStillWrittenIsNotDivided() async throws {
        let page = HandmadePDF.scanned([try written("a letter")]).bytes
        let stack = HandmadePDF.scanned([try sheet("passport"), try written("Ada’s passport")]).bytes
        try await with { ground in
            try ground.write("letter.pdf", page, age: 90)
            try ground.write("named.pdf", stack)
            try ground.write("named.pdf.json", Array(#"{"journey":"identity","type":"passport"}"#.utf8))
            try ground.write("growing.pdf", stack, age: 0)
            let run = try await ground.once()
            #expect(run.code == 0, "\(run.errors)\(run.output)")
            #expect(run.output.contains("letter.pdf has no sidecar") && run.output.contains("growing.pdf is not whole yet"))
            #expect(ground.names() == ["letter.pdf", "growing.pdf"])
            #expect(ground.gateway.state.withLock { $0.files } == [stack])
        }
    }

    @Test func aDivisionThatWasCutShortIsGoneOnWithOrBegunAnew() async throws {
        let ground = try TemporaryFolder()
        defer { withExtendedLifetime(ground) {} }
        let folder = try ScanFolder(ground.path)
        let part = ScanFolder.DividedPart(sheet: CoverSheet(submission: .random(), type: "passport"), pdf: [1])
        func names(_ part: String = "") -> Set<String> {
            Set(FolderNames.all(in: folder.path + part).filter { $0 != "." && $0 != ".." && !["sent", "refused"].contains($0) })
        }
        // Killed before the scan was moved: its parts are thrown away.
        try FileText.write("\(folder.path)/a.pdf", bytes: [9])
        try HomeDirectory.makeFolder("\(folder.path)/.a.pdf.parts")
        try FileText.write("\(folder.path)/.a.pdf.parts/a.1-1.pdf", bytes: [1])
        try folder.finishDividing()
        #expect(names() == ["a.pdf"])
        // Killed after that: they are brought where they belong, though another scan of that name came.
        try HomeDirectory.makeFolder("\(folder.path)/.a.pdf.parts")
        for name in ["a.pdf", "a.1-1.pdf", "a.1-1.pdf.json"] {
            try FileText.write("\(folder.path)/.a.pdf.parts/\(name)", bytes: [2])
        }
        try folder.finishDividing()
        #expect(names() == ["a.pdf", "a.1-1.pdf", "a.1-1.pdf.json", "divided"] && names("/divided") == ["a.pdf"])
        #expect(FileText.bytes("\(folder.path)/a.pdf", limit: 9) == [9])
        // Killed when all was moved but the folder.
        try HomeDirectory.makeFolder("\(folder.path)/.b.pdf.parts")
        try folder.finishDividing()
        #expect(names() == ["a.pdf", "a.1-1.pdf", "a.1-1.pdf.json", "divided"])
        try folder.divide("a.pdf", into: [part, part], tag: "2")
        #expect(names("/divided") == ["a.pdf", "2-a.pdf"])
        #expect(names().isSuperset(of: ["a.2-1.pdf", "a.2-1.pdf.json", "a.2-2.pdf", "a.2-2.pdf.json"]))
        let sidecar = try #require(FileText.bytes("\(folder.path)/a.2-1.pdf.json", limit: 1_000))
        #expect(try ScanSidecar(sidecar, name: "a.2-1.pdf.json").place == .submission(part.sheet.submission))
    }
}
