import CommandLine
import Testing

@Suite struct ParsingTests {
    private func upload(_ words: String...) async throws -> ParsedArguments {
        let seen = Fixture.Seen()
        let output = Fixture.Output()
        let code = await Program(Fixture.tree(seen), version: "1", console: output.console()).run(words)
        #expect(code == 3, "\(output.error)")
        return try #require(seen.value)
    }

    /// Runs words that cannot be understood; returns the first line of the message.
    private func refused(_ words: String...) async -> String {
        let output = Fixture.Output()
        let code = await Program(Fixture.tree(), version: "1", console: output.console()).run(words)
        #expect(code == 64)
        #expect(output.output.isEmpty)
        #expect(output.error.contains("--help”."))
        return output.error.split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test func everySpellingOfAnOption() async throws {
        for words in [["--port", "1"], ["--port=1"], ["-p", "1"], ["-p1"], ["-qp", "1"], ["-qvp1"], ["--port=2", "-p1"]] {
            let seen = Fixture.Seen()
            let code = await Program(Fixture.tree(seen), version: "1", console: Fixture.Output().console())
                .run(["upload", "-j", "identity"] + words + ["a"])
            #expect(code == 3)
            #expect(seen.value?[Fixture.port] == 1, "\(words)")
        }
    }

    @Test func valuesAreTyped() async throws {
        let arguments = try await upload(
            "--home", "/x", "upload", "a.jpg", "--journey=proof-of-address", "-m", "k=v", "--metadata=l==w", "-v", "b c.pdf",
            "--", "-d")
        #expect(arguments[Fixture.home] == "/x")
        #expect(arguments[Fixture.verbose] && !arguments[Fixture.quiet])
        #expect(arguments[Fixture.journey] == .address)
        #expect(arguments[Fixture.metadata] == ["k=v", "l==w"])
        #expect(arguments[Fixture.token] == nil)
        #expect(arguments[Fixture.files].map(\.text) == ["a.jpg", "b c.pdf", "-d"])
        #expect(arguments[Fixture.port] == 8080 && !arguments.isGiven(Fixture.port))
        #expect(arguments.commandPath == ["docket", "upload"])
    }

    @Test func optionsOfTheGroupHoldBelow() async throws {
        let arguments = try await upload("upload", "-j", "identity", "--home=/y", "a")
        #expect(arguments[Fixture.home] == "/y" && arguments.isGiven(Fixture.home))
    }

    @Test func aDashAloneIsAnArgument() async throws {
        #expect(try await upload("upload", "-j", "identity", "-")[Fixture.files].map(\.text) == ["-"])
    }

    @Test func messagesNameTheOptionAndSuggest() async {
        #expect(
            await refused("upload", "--jorney", "x") == "docket upload: there is no option --jorney; did you mean “--journey”?")
        #expect(await refused("uplaod") == "docket: there is no command “uplaod”; did you mean “upload”?")
        #expect(await refused("frobnicate") == "docket: there is no command “frobnicate”")
        #expect(await refused("upload", "-x") == "docket upload: there is no option -x")
        #expect(await refused("upload", "a") == "docket upload: option --journey is missing: Which journey")
        #expect(await refused("upload", "-j", "identity") == "docket upload: argument FILE is missing: Files to send")
        #expect(await refused("upload", "-j") == "docket upload: option -j needs a value")
        #expect(await refused("upload", "--journey", "--port", "1") == "docket upload: option --journey needs a value")
        #expect(
            await refused("upload", "-j", "identty", "a")
                == "docket upload: option --journey must be one of proof-of-address, identity, not “identty”; "
                + "did you mean “identity”?")
        #expect(
            await refused("upload", "-j", "identity", "-p", "70000", "a")
                == "docket upload: option --port must be a whole number from 0 to 65535, not “70000”")
        #expect(
            await refused("upload", "-j", "identity", "-p", "-1", "a")
                == "docket upload: option --port must be a whole number from 0 to 65535, not “-1”")
        #expect(await refused("upload", "--quiet=1") == "docket upload: option --quiet takes no value")
        #expect(await refused("show", "a", "1", "b") == "docket show: “b” is one argument too many")
        #expect(await refused("show", "a", "x") == "docket show: argument COUNT must be a whole number, not “x”")
        #expect(await refused() == "docket: a command is missing; it is one of upload, show, dlq, completion")
        #expect(await refused("dlq") == "docket dlq: a command is missing; it is one of list")
    }

    @Test func aFailureIsToldInTheCallersWords() async {
        let output = Fixture.Output()
        let program = Program(Fixture.tree(), version: "1", console: output.console()) {
            Program.Failure(message: "sorry, \($0)", exitCode: 78)
        }
        #expect(await program.run(["show", "a"]) == 78)
        #expect(output.error == "docket show: sorry, it is gone\n")
    }

    @Test func versionIsTold() async {
        let output = Fixture.Output()
        #expect(await Program(Fixture.tree(), version: "1.2", console: output.console()).run(["--version"]) == 0)
        #expect(output.output == "docket 1.2\n")
    }
}
