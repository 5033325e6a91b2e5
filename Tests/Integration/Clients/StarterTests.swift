import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Shared
import Support
import Testing

/// Each starter runs by its page's commands, from an empty folder.
@Suite(.serialized, .timeLimit(.minutes(8)))
struct StarterTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    private static let examples = "\(root)/deploy/examples"

    /// Where a reader works: a clone with a `deploy/up` in it, and a folder with a photo.
    private struct Desk {
        let clone: TemporaryFolder
        let folder: TemporaryFolder

        init(_ docket: RunningDocket) async throws {
            (clone, folder) = (try TemporaryFolder("clone"), try TemporaryFolder("starter"))
            for name in ["Services", "Shared", "deploy"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(clone.path)/\(name)", withDestinationPath: "\(StarterTests.root)/\(name)")
            }
            try FileManager.default.createSymbolicLink(atPath: "\(clone.path)/.docket", withDestinationPath: docket.home)
            try FileBytes.write(try await SampleFile.turnedPhoto().bytes, to: "\(folder.path)/bill.jpg")
        }

        /// The commands of a page, in their blocks; the clone is where it is here.
        func commands(_ starter: String) throws -> [String] {
            let page = try #require(ProcFile.text("\(StarterTests.examples)/\(starter)/README.md"))
            let parts = page.split(separator: "```", omittingEmptySubsequences: false)
            let blocks = stride(from: 1, to: parts.count, by: 2).map { String(parts[$0].drop { $0 != "\n" }.dropFirst()) }
            try #require(!blocks.isEmpty && blocks[0].contains("DOCKET=~/docket\n"), "\(starter)")
            return blocks.map { $0.replacing("DOCKET=~/docket\n", with: "DOCKET=\(clone.path)\n") }
        }

        func pdfIsRight() async throws {
            #expect(try await PageCheck.complaints(about: ProcFile.bytes("\(folder.path)/bill.pdf") ?? []) == "")
        }
    }

    /// Where packages come from is the machine's matter.
    private static let packages = ProcessInfo.processInfo.environment.filter { name, _ in
        name.hasPrefix("PIP_") || name.lowercased().hasSuffix("_proxy")
    }

    @Test(arguments: ["node", "python"]) func aFileBecomesAPDF(_ starter: String) async throws {
        if starter == "python" { try await Self.needsPackages() }
        try await RunningDocket.run { docket in
            let desk = try await Desk(docket)
            let result = try await Program.run(
                "bash", ["-eu"], environment: Self.packages, workingDirectory: desk.folder.path,
                input: Array(try desk.commands(starter)[0].utf8), limit: .seconds(180))
            #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
            #expect(result.text.contains("accepted\n") && result.text.contains("its PDF is bill.pdf"), "\(result.text)")
            try await desk.pdfIsRight()
        }
    }

    @Test func aPlainFormIsPassedOn() async throws {
        try await RunningDocket.run { docket in
            let desk = try await Desk(docket)
            let blocks = try desk.commands("form")
            try await Self.serving(blocks[0], "http://127.0.0.1:3001", desk.folder.path) {
                let command = blocks[1].split(separator: "\n").joined() + " -w '\\n%{url_effective}'"
                let sent = try await Program.check(
                    "bash", ["-eu"], workingDirectory: desk.folder.path, input: Array(command.utf8))
                let page = try #require(sent.text.split(separator: "\n").last.map(String.init))
                try await eventually("the page tells the outcome") {
                    try await Program.check("curl", ["-sS", page]).text.contains("<p>accepted</p>")
                }
            }
        }
    }

    @Test func aPageOfOnesOwnSendsAFile() async throws {
        let python: String
        do {
            python = try await Browser.python()
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        let address = "http://127.0.0.1:3000"
        try await RunningDocket.run(.init(environment: ["DOCKET_CORS_ORIGINS": address])) { docket in
            let desk = try await Desk(docket)
            try await Self.serving(try desk.commands("web")[0], address, desk.folder.path) {
                let said = try await Program.run(
                    python, ["-c", Self.person, address, "\(desk.folder.path)/bill.jpg"], limit: .seconds(120))
                #expect(said.status.isSuccess && said.text.hasPrefix("accepted"), "\(said.text)\(said.complaints)")
            }
        }
    }

    @Test func aPersonsPageStandsInAForm() async throws {
        let python: String
        do {
            python = try await Browser.python()
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        let address = "http://127.0.0.1:3002"
        try await RunningDocket.run(.init(environment: ["DOCKET_CORS_ORIGINS": address])) { docket in
            let desk = try await Desk(docket)
            try await Self.serving(try desk.commands("component")[0], address, desk.folder.path) {
                _ = try await Program.check("curl", ["-sS", "-X", "POST", "\(address)/link"])
                let early = try await Program.check("curl", ["-sS", "--data", "title=Mine&documents=", "\(address)/account"])
                #expect(early.text == "Send your documents first.")
                let said = try await Program.run(
                    python, ["-c", Self.within, address, "\(desk.folder.path)/bill.jpg"], limit: .seconds(120))
                #expect(said.status.isSuccess && said.text.contains("is being opened"), "\(said.text)\(said.complaints)")
                // Its console holds nothing of the policy that the page is under.
                #expect(!said.complaints.contains("Content Security Policy"), "\(said.complaints)")
                // The page went on with the submission of the first link.
                let all = try await Program.check("curl", ["-sS", "\(docket.url)/v1/submissions?subject=person-7"])
                #expect(all.text.matches(of: /"createdAt"/).count == 1, "\(all.text)")
            }
        }
    }

    /// Compiled against the libraries that were built for these tests, and run.
    @Test func aNativeBackEndSendsAFile() async throws {
        try await RunningDocket.run { docket in
            let desk = try await Desk(docket)
            let program = "\(desk.folder.path)/backend"
            try await Self.compile(
                ["Backend", "Webhooks"].map { "\(Self.examples)/native-backend/Sources/Backend/\($0).swift" }, into: program)
            let result = try await Program.run(
                program, ["bill.jpg"], environment: ["GATEWAY_URL": docket.url], workingDirectory: desk.folder.path)
            #expect(result.status.isSuccess && result.text.contains("its PDF is bill.pdf"), "\(result.text)\(result.complaints)")
            try await desk.pdfIsRight()
        }
    }

    @Test func theScreenForIOSIsCompiledAsFarAsLinuxCan() async throws {
        let files = ["AddressDocuments", "AddressDocumentsView"].map { "\(Self.examples)/ios/\($0).swift" }
        try await Self.compile(files, into: nil)
    }

    @Test func eachStarterIsListed() throws {
        let index = try #require(ProcFile.text("\(Self.examples)/README.md"))
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.examples).filter { !$0.hasSuffix(".md") }
        #expect(folders.count == 7)
        for folder in folders { #expect(index.contains("(\(folder)/README.md)"), "\(folder)") }
    }

    // MARK: - How

    private static func needsPackages() async throws {
        do {
            _ = try await PythonPeers.interpreter(with: ConformanceDriver.pythonPackages)
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
    }

    /// Runs `body` while the commands serve something at an address.
    private static func serving(
        _ commands: String, _ address: String, _ folder: String, _ body: () async throws -> Void
    ) async throws {
        let script = "\(folder)/commands.sh"
        try FileBytes.write(Array(commands.utf8), to: script)
        let program = try await Program.start("bash", ["-eu", script], workingDirectory: folder)
        do {
            try await eventually("it serves \(address)") {
                if let status = program.process.status { throw Hopeless(description: "it \(status): \(program.output)") }
                return try await Program.run("curl", ["-sS", "-o", "/dev/null", "--max-time", "5", address]).status.isSuccess
            }
            try await body()
        } catch {
            let said = program.output
            await end(program)
            throw Program.Failed(description: "\(error)\n\(said)")
        }
        await end(program)
    }

    private static func end(_ program: StartedProgram) async {
        program.process.signalGroup(SIGTERM)
        await program.stop()
    }

    /// Against the libraries that lie beside these tests; without a program to make, it is checked alone.
    private static func compile(_ files: [String], into program: String?) async throws {
        let built = try BuiltPrograms.bundleFolder()
        // A build keeps the objects of sources that are gone.
        let objects = try ["Shared", "Services/Client/IntakeClient", "Services/Client/URLSessionTransport"].flatMap { folder in
            let sources = Set(
                try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").map {
                    $0.split(separator: "/").last ?? ""
                })
            let objects = "\(built)/\(folder.split(separator: "/").last ?? "").build"
            return try FileManager.default.contentsOfDirectory(atPath: objects)
                .filter { $0.hasSuffix(".swift.o") && sources.contains($0.dropLast(2)) }.map { "\(objects)/\($0)" }
        }
        var arguments = [
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-package-name", "starter", "-I",
            "\(built)/Modules",
        ]
        arguments += program.map { objects + ["-o", $0] } ?? ["-typecheck"]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try await Program.run(
            "/usr/bin/env", arguments + files, environment: ["PATH": path], limit: .seconds(180))
        #expect(result.status.isSuccess, "\(result.complaints)\(result.text)")
    }

    /// Opens the page. What follows goes on under `try:`.
    private static let opening = """
        import sys
        import tempfile
        from datetime import date
        from selenium import webdriver
        from selenium.webdriver.support.ui import WebDriverWait

        address, photo = sys.argv[1:]
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        profile = tempfile.TemporaryDirectory()
        for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", f"--user-data-dir={profile.name}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        find = lambda selector: driver.find_element("css selector", selector)
        try:
            driver.get(address)

        """

    private static let closing = """

            print(find("[role=status]").text)
        finally:
            for line in driver.get_log("browser"):
                print(line["message"], file=sys.stderr)
            driver.quit()
        """

    private static let person =
        opening + """
                WebDriverWait(driver, 20).until(lambda _: find("[name=day]").get_property("value"))
                find("[name=bill]").send_keys(photo)
                find("button").click()
                WebDriverWait(driver, 60).until(lambda _: find("[role=status]").text.startswith(("accepted", "rejected", "needs_input")))
            """ + closing

    private static let within =
        opening + """
                def inner(selector, act="true"):
                    script = f"const one = document.querySelector('docket-intake').shadowRoot?.querySelector(arguments[0]); return one && !one.disabled && ({act}, one)"
                    return WebDriverWait(driver, 60).until(lambda _: driver.execute_script(script, selector))

                driver.execute_script("HTMLInputElement.prototype.click = function () { globalThis.chosen = this }")
                inner("#add", "one.click()")
                inner(".choices li:nth-child(1) button", "one.click()")
                inner("#new-issueDate", f"one.value = '{date.today()}'")
                inner(".choices li:nth-child(3) button", "one.click()")
                WebDriverWait(driver, 60).until(lambda _: driver.execute_script("return globalThis.chosen")).send_keys(photo)
                # It is not whole before the documents were sent.
                assert not driver.execute_script("return document.forms[0].checkValidity()")
                inner("#submit", "one.click()")
                WebDriverWait(driver, 60).until(lambda _: driver.execute_script("return document.forms[0].checkValidity()"))
                find("form > p > button").click()
                WebDriverWait(driver, 60).until(lambda _: "is being opened" in find("[role=status]").text)
            """ + closing
}
