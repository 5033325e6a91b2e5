import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

/// The types of the clients in Python and JavaScript say what they do.
@Suite(.sharedDocket, .timeLimit(.minutes(5)))
struct ClientPackageTests {
    private static let library = ConformanceDriver.library

    @Test func theTypesOfThePythonClientHold() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ConformanceDriver.pythonPackages + ["mypy==1.13.0"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        let folder = try TemporaryFolder("mypy")
        let check = try await Program.run(
            python,
            [
                "-m", "mypy", "--strict", "--cache-dir", folder.path, "--config-file", "\(Self.library)/python/pyproject.toml",
                "\(Self.library)/python/docket_client", "\(ConformanceCase.folder)/declared.py",
            ], environment: ["MYPYPATH": "\(Self.library)/python"], limit: .seconds(120))
        #expect(check.status.isSuccess, "\(check.text)\(check.complaints)")
    }

    @Test func theTypesOfTheWebClientHold() async throws {
        let folder = try TemporaryFolder("tsc")
        for (name, place) in [("web", "\(Self.library)/web"), ("declared.mts", "\(ConformanceCase.folder)/declared.mts")] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: place)
        }
        let check = try await Program.run(
            "tsc",
            [
                "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "node16",
                "--moduleResolution", "node16", "--preserveSymlinks", "declared.mts",
            ], workingDirectory: folder.path, limit: .seconds(120))
        #expect(check.status.isSuccess, "\(check.text)\(check.complaints)")
    }

    /// Whatever is declared is there, and nothing else.
    @Test func theWebClientHasWhatItDeclares() async throws {
        let declared = try ["client", "operations"].flatMap { name in
            try #require(ProcFile.text("\(Self.library)/web/\(name).d.ts")).split(separator: "\n")
                .compactMap { $0.firstMatch(of: /^  ([a-z][A-Za-z]*)(<.*>)?\(/)?.output.1 }.map(String.init)
        }
        let script = """
            const { DocketClient, Confirmation } = await import('file://\(Self.library)/web/client.js')
            const names = (one) => one === Object.prototype ? [] : [...Object.getOwnPropertyNames(one), ...names(Object.getPrototypeOf(one))]
            console.log([...names(DocketClient.prototype), ...names(Confirmation.prototype)].join(' '))
            """
        let said = try await Program.check("node", ["--input-type=module", "-e", script])
        let there = Set(said.text.split(whereSeparator: \.isWhitespace).map(String.init))
        // A file is read, and how a client asks is its own matter.
        #expect(Set(declared).subtracting(["read", "constructor"]) == there.subtracting(["call", "ask", "constructor"]))
        #expect(declared.count > 50)
    }

    @Test func thePythonCommandGoesAPersonsWay() async throws {
        let docket = try #require(RunningDocket.current)
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ConformanceDriver.pythonPackages)
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        let photo = try docket.file("bill.jpg", try await SampleFile.turnedPhoto().bytes)
        let folder = try TemporaryFolder("pdfs")
        func run(_ arguments: String...) async throws -> Program.Result {
            try await Program.run(
                python, ["-m", "docket_client"] + arguments,
                environment: [
                    "PYTHONPATH": "\(Self.library)/python", "PYTHONDONTWRITEBYTECODE": "1", "GATEWAY_URL": docket.url,
                ])
        }
        func word(_ arguments: String...) async throws -> String {
            let result = try await Program.check(
                python, ["-m", "docket_client"] + arguments,
                environment: [
                    "PYTHONPATH": "\(Self.library)/python", "PYTHONDONTWRITEBYTECODE": "1", "GATEWAY_URL": docket.url,
                ])
            return String(result.text.split(separator: "\n").first ?? "")
        }
        let submission = try await word("create", "proof-of-address")
        let document = try await word("add-document", submission, "utility-bill", "--issue-date", "\(CalendarDate.today)")
        let early = try await run("result", submission)
        #expect(early.status == .exited(3), "\(early)")
        _ = try await word("upload", document, photo)
        #expect(try await word("submit", submission) == "submitted")
        #expect(try await word("wait", submission) == "accepted")
        #expect(try await word("result", submission, "--pdfs", folder.path) == "accepted")
        #expect(try await PageCheck.complaints(about: ProcFile.bytes("\(folder.path)/\(document).pdf") ?? []) == "")

        let unknown = try await run("create", "no-such-journey", "--json")
        #expect(unknown.status == .exited(65) && unknown.text.contains(#""type": "/problems/unknown-journey""#), "\(unknown)")
        #expect(try await run("create").status == .exited(64))
        #expect(try await run("result", "00000000-0000-7000-8000-000000000000").status == .exited(66))
        #expect(try await run("result", submission, "--gateway", "http://127.0.0.1:1").status == .exited(69))
        let help = try await run("upload", "--help")
        #expect(help.status.isSuccess && help.text.contains("exit codes"), "\(help)")
    }
}
