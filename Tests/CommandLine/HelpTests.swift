import CommandLine
import Testing

@Suite struct HelpTests {
    private func help(_ words: [String], width: Int = 60) async -> String {
        let output = Fixture.Output()
        #expect(await Program(Fixture.tree(), version: "1", console: output.console(width: width)).run(words) == 0)
        return output.output
    }

    @Test func aCommandExplainsItself() async {
        #expect(
            await help(["upload", "--help"]) == """
                Send files as one submission

                Usage: docket upload --journey JOURNEY [options] FILE…

                Each file becomes a page, or a PDF becomes a document, of
                the first type that accepts it.

                Arguments:
                  FILE…  Files to send

                Options:
                  -j, --journey JOURNEY     Which journey (one of
                                            proof-of-address, identity)
                  -p, --port PORT           Port (default: 8080)
                      --token TOKEN         A token
                  -m, --metadata KEY=VALUE  Extra (can be given several
                                            times)
                  -q, --quiet               Say less
                      --home DIR            Where it keeps its data
                                            (default: .docket)
                  -v, --verbose             Say more
                  -h, --help                Show this help

                Examples:
                  docket upload -j identity a.jpg
                      Sends one photo.

                """)
    }

    @Test func aGroupListsItsCommands() async {
        let text = await help(["--help"])
        #expect(text.contains("Usage: docket [options] COMMAND\n"))
        #expect(text.contains("  upload      Send files as one submission\n"))
        #expect(text.contains("  completion  Print a completion script for a shell\n"))
    }

    @Test func helpIsGivenWhereverItIsAskedFor() async {
        let text = await help(["upload", "--help"])
        #expect(await help(["help", "upload"]) == text)
        #expect(await help(["--help", "upload"]) == text)
        #expect(await help(["upload", "--port", "--help"]) == text)
    }

    @Test(arguments: [40, 60, 80, 120]) func noLineIsWiderThanTheTerminal(width: Int) async {
        for words in [["--help"], ["upload", "--help"], ["show", "--help"], ["completion", "--help"]] {
            let lines = await help(words, width: width).split(separator: "\n")
            // What is to be typed is never broken.
            #expect(lines.allSatisfy { $0.count <= max(width, 50) || $0.contains("docket ") })
        }
    }
}
