import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket watch`, against a gateway that takes everything.
@Suite(.timeLimit(.minutes(2))) struct WatchCommandTests {
    private static let sidecar = #"{"journey":"identity","type":"passport"}"#

    private struct Ground: Sendable {
        let gateway: GatewayDouble
        let url: String
        let folder: TemporaryFolder

        func write(_ name: String, _ text: String, age: Int = 0) throws {
            let path = "\(folder.path)/\(name)"
            try FileText.write(path, bytes: Array(text.utf8))
            var times = [timeval(tv_sec: time(nil) - age, tv_usec: 0), timeval(tv_sec: time(nil) - age, tv_usec: 0)]
            try #require(utimes(path, &times) == 0)
        }

        func once(_ more: String...) async throws -> InProcessRun.Outcome {
            try await InProcessRun.docket(["watch", folder.path, "--once", "--gateway", url] + more)
        }

        func names(_ part: String = "") -> Set<String> {
            Set(FolderNames.all(in: folder.path + part).filter { $0 != "." && $0 != ".." && $0 != "sent" && $0 != "refused" })
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

    @Test func aScanBecomesADocumentOfADraftAndIsMoved() async throws {
        try await with { ground in
            try ground.write("a.pdf", "front")
            try ground.write("b.pdf", "back")
            try ground.write("pass.json", #"{"journey":"identity","type":"passport","files":["b.pdf","a.pdf"]}"#)
            let run = try await ground.once()
            #expect(run.code == 0, "\(run.errors)\(run.output)")
            let state = ground.gateway.state.withLock { $0 }
            #expect(state.files == [Array("back".utf8), Array("front".utf8)])
            #expect(state.documents.count == 1 && state.submissions.count == 1 && state.submitted.isEmpty)
            #expect(ground.names().isEmpty)
            #expect(ground.names("/sent") == ["a.pdf", "b.pdf", "pass.json", "pass.note.json"])
            let bytes = try #require(FileText.bytes("\(ground.folder.path)/sent/pass.note.json", limit: 65_536))
            let note = try #require(ScanNote(bytes))
            #expect(note.submission == state.submissions.first && note.pages?.count == 2 && note.refused == nil)
            #expect(run.output.contains("✓ pass.json: 2 files to submission \(state.submissions[0])"))
        }
    }

    @Test func whatIsBrokenIsPutAsideAndSaysWhy() async throws {
        try await with { ground in
            try ground.write("a.pdf", "x")
            try ground.write("a.pdf.json", #"{"journey":"identity"}"#, age: 5)
            try ground.write("b.pdf.json", Self.sidecar, age: 61)
            let run = try await ground.once("--json")
            #expect(run.code == ExitCode.notAccepted.rawValue)
            let notes = run.output.split(separator: "\n").compactMap { ScanNote(Array($0.utf8)) }
            #expect(notes.map(\.refused) == ["“type” is missing.", "It names b.pdf, which is not there."])
            #expect(ground.names("/refused") == ["a.pdf.json", "a.pdf.note.json", "b.pdf.json", "b.pdf.note.json"])
            #expect(ground.names() == ["a.pdf"], "a file that no sound sidecar names stays")
            #expect(ground.gateway.state.withLock { $0.files.isEmpty })
        }
    }

    @Test func whatMayStillBeWrittenIsLeft() async throws {
        try await with { ground in
            try ground.write("a.pdf.json", "{\"jour")
            try ground.write("b.pdf.json", Self.sidecar)
            try ground.write("c.pdf", "x", age: 90)
            let run = try await ground.once()
            #expect(run.code == 0)
            #expect(run.output.contains("a.pdf.json is not whole yet") && run.output.contains("b.pdf.json is not whole yet"))
            #expect(run.output.contains("c.pdf has no sidecar c.pdf.json"))
            #expect(ground.names() == ["a.pdf.json", "b.pdf.json", "c.pdf"])
        }
    }

    @Test func aLinkIsNotFollowed() async throws {
        try await with { ground in
            try #require(symlink("/etc/hostname", "\(ground.folder.path)/a.pdf") == 0)
            try ground.write("a.pdf.json", Self.sidecar)
            let run = try await ground.once()
            #expect(run.code == ExitCode.notAccepted.rawValue && run.output.contains("a.pdf cannot be read"))
            #expect(ground.gateway.state.withLock { $0.files.isEmpty })
        }
    }

    @Test func nothingIsWrittenOver() async throws {
        try await with { ground in
            for text in ["one", "two"] {
                try ground.write("a.pdf", text)
                try ground.write("a.pdf.json", Self.sidecar)
                #expect(try await ground.once().code == 0)
            }
            #expect(FileText.read("\(ground.folder.path)/sent/a.pdf") == "one")
            #expect(FileText.read("\(ground.folder.path)/sent/2-a.pdf") == "two")
        }
    }

    @Test func whatIsRefusedLiesBesideNoSidecarOfAnotherScan() async throws {
        try await with { ground in
            let folder = try ScanFolder(ground.folder.path)
            func refuse(_ files: [String], sidecar: String?) throws {
                let note = ScanNote(sidecar: sidecar, files: files, at: Timestamp(Date()), refused: "it is broken")
                try folder.finish(note)
            }
            func text(_ name: String) -> String? { FileText.read("\(folder.path)/refused/\(name)") }
            // A stack without a sidecar, and then a scan of the same name with one.
            try ground.write("a.pdf", "stack")
            try refuse(["a.pdf"], sidecar: nil)
            try ground.write("a.pdf", "scan")
            try ground.write("a.pdf.json", "of the scan")
            try refuse(["a.pdf"], sidecar: "a.pdf.json")
            #expect(
                ground.names("/refused") == [
                    "a.pdf", "a.pdf.note.json", "2-a.pdf", "2-a.pdf.json", "2-a.pdf.note.json",
                ])
            #expect(text("a.pdf") == "stack" && text("2-a.pdf") == "scan" && text("2-a.pdf.json") == "of the scan")
            // A sidecar without its file; and a stack that comes when that lies there.
            try ground.write("b.pdf.json", "alone")
            try refuse([], sidecar: "b.pdf.json")
            try ground.write("b.pdf", "stack")
            try refuse(["b.pdf"], sidecar: nil)
            #expect(text("b.pdf.json") == "alone" && text("2-b.pdf") == "stack" && text("b.pdf") == nil)
        }
    }

    @Test func aMoveThatWasCutShortKeepsItsNumber() async throws {
        try await with { ground in
            let folder = try ScanFolder(ground.folder.path)
            // Killed when the name of the sidecar was taken, and its file was there already.
            try ground.write("a.pdf.json", "of the scan")
            for (name, text) in [("a.pdf", "another"), ("2-a.pdf", "scan"), ("2-a.pdf.json", "")] {
                try ground.write("refused/\(name)", text)
            }
            let note = ScanNote(
                sidecar: "a.pdf.json", files: ["a.pdf"], at: Timestamp(Date()), refused: "it is broken", number: 2)
            try FileText.write("\(folder.path)/.a.pdf.json.note", bytes: Array(JSONText.of(note).utf8))
            try folder.finishMoves()
            #expect(ground.names().isEmpty)
            #expect(ground.names("/refused") == ["a.pdf", "2-a.pdf", "2-a.pdf.json", "2-a.pdf.note.json"])
            #expect(FileText.read("\(folder.path)/refused/2-a.pdf.json") == "of the scan")
        }
    }

    @Test func aNoteThatIsBroughtBackIsNoSidecar() async throws {
        try await with { ground in
            try ground.write("a.pdf", "x")
            try ground.write("a.pdf.json", #"{"journey":"identity"}"#, age: 5)
            #expect(try await ground.once().code == ExitCode.notAccepted.rawValue)
            let note = try #require(FileText.read("\(ground.folder.path)/refused/a.pdf.note.json"))
            try ground.write("a.pdf.json", Self.sidecar)
            try ground.write("a.pdf.note.json", note, age: 90)
            let run = try await ground.once()
            #expect(run.code == 0 && !run.output.contains("a.pdf.note.json"), "\(run.errors)\(run.output)")
            #expect(ground.names() == ["a.pdf.note.json"])
            #expect(ground.names("/sent") == ["a.pdf", "a.pdf.json", "a.pdf.note.json"])
        }
    }

    @Test func aMoveThatWasCutShortIsGoneOnWithAndNothingIsSentAgain() async throws {
        try await with { ground in
            let folder = try ScanFolder(ground.folder.path)
            try ground.write("a.pdf.json", Self.sidecar)
            let note = ScanNote(sidecar: "a.pdf.json", files: ["a.pdf"], at: Timestamp(Date()), submission: .random())
            try FileText.write("\(folder.path)/.a.pdf.json.note", bytes: Array(JSONText.of(note).utf8))
            #expect(try await ground.once().code == 0)
            #expect(ground.names().isEmpty && ground.names("/sent") == ["a.pdf.json", "a.pdf.note.json"])
            #expect(ground.gateway.state.withLock { $0.submissions.isEmpty })
        }
    }

    /// The gateway knows by its keys what an earlier process had sent before it was killed.
    @Test func theSameScanIsSentUnderTheSameKeysUntilItIsWrittenAnew() async throws {
        try await with { ground in
            let group = try EventLoopGroup(threads: 1)
            let context = CommandContext(
                group: group, loop: group.next(), environment: [:], output: Terminal(descriptor: -1, environment: [:]))
            let folder = try ScanFolder(ground.folder.path)
            let sender = ScanSender(client: try GatewayOptions.client(url: ground.url, token: nil, context), folder: folder)
            let scan = try ScanSidecar(Array(Self.sidecar.utf8), name: "a.pdf.json")
            try ground.write("a.pdf", "one", age: 100)
            try ground.write("a.pdf.json", Self.sidecar)
            for _ in 0..<2 { _ = try await sender.send(scan, named: "a.pdf.json") }
            try ground.write("a.pdf", "two")
            _ = try await sender.send(scan, named: "a.pdf.json")
            await group.shutdown()
            let keys = ground.gateway.state.withLock { $0.keys }
            try #require(keys.count == 9)
            #expect(Set(keys[0..<3]).count == 3 && keys[0..<3] == keys[3..<6])
            #expect(Set(keys[6...]).isDisjoint(with: keys[0..<3]))
        }
    }

    @Test func aGatewayThatIsAwayLeavesEverythingWhereItIs() async throws {
        let folder = try TemporaryFolder()
        try FileText.write("\(folder.path)/a.pdf", bytes: [1])
        try FileText.write("\(folder.path)/a.pdf.json", bytes: Array(Self.sidecar.utf8))
        let run = try await InProcessRun.docket(["watch", folder.path, "--once", "--gateway", "http://127.0.0.1:1"])
        #expect(run.code == ExitCode.unavailable.rawValue)
        #expect(FileText.read("\(folder.path)/a.pdf.json") == Self.sidecar)
    }

    @Test func aFolderThatIsNotThereIsNamedAndNotMade() async throws {
        let folder = try TemporaryFolder()
        let run = try await InProcessRun.docket(["watch", "\(folder.path)/scnas", "--once", "--gateway", "http://127.0.0.1:1"])
        #expect(run.code == ExitCode.notFound.rawValue)
        #expect(run.errors.contains("\(folder.path)/scnas cannot be used") && run.errors.contains("Name a folder that is there"))
        #expect(FolderNames.all(in: folder.path).allSatisfy { $0.hasPrefix(".") })
    }

    @Test func whatIsDroppedWhileItWatchesIsSent() async throws {
        try await with { ground in
            let group = try EventLoopGroup(threads: 1)
            let loop = group.next()
            let told = Mutex<[ScanNote]>([])
            let arrival = AsyncPulse()
            let context = CommandContext(
                group: group, loop: loop, environment: [:], output: Terminal(descriptor: -1, environment: [:]))
            let folder = try ScanFolder(ground.folder.path)
            let client = try GatewayOptions.client(url: ground.url, token: nil, context)
            let run = ScanRun(context: context, folder: folder, sender: ScanSender(client: client, folder: folder)) { note in
                told.withLock { $0.append(note) }
                arrival.notify()
            }
            let watching = loop.spawn { try? await run.watch() }
            for number in 1...3 {
                try ground.write("\(number).pdf", "\(number)")
                try ground.write("\(number).pdf.json", Self.sidecar)
                while told.withLock({ $0.count }) < number { try await arrival.wait() }
            }
            watching.cancel()
            await watching.value
            await group.shutdown()
            #expect(told.withLock { $0.allSatisfy { $0.refused == nil } })
            #expect(ground.gateway.state.withLock { $0.files.count } == 3)
        }
    }
}
