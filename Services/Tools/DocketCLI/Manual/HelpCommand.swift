import CommandLine
import CommandSupport

/// `docket help`: a page of the manual, or the help of a command.
enum HelpCommand {
    private static let words = Argument<[String]>(
        repeated: "TOPIC", help: "A page of the manual, topics to list the pages, or a command", atLeast: 0)

    /// `program` provides the help of commands.
    static func command(_ context: CommandContext, program: @escaping @Sendable () -> Program) -> Command {
        Command(
            "help", summary: "Show a page of the manual, or the help of a command",
            examples: [
                .init("docket help topics", "The pages of the manual"),
                .init("docket help webhooks | less", "How to receive webhooks"),
                .init("docket help journeys new", "The help of a command, as `docket journeys new --help`"),
            ], parameters: [words]
        ) { arguments in
            let words = arguments[words]
            if words == ["topics"] {
                showTopics(on: context.output)
            } else if words.count == 1, let page = ManualPage.all.first(where: { $0.name == words[0] }) {
                show(page, on: context.output)
            } else {
                let program = program()
                try check(words.first, of: program)
                return await program.run(words + ["--help"])
            }
            return ExitCode.success.rawValue
        }
    }

    private static func showTopics(on output: Terminal) {
        var table = Table()
        for page in ManualPage.all { table.row(page.name, page.title) }
        for line in table.lines() { output.line(line) }
    }

    /// Prints the text unchanged if the output is a program or a file.
    private static func show(_ page: ManualPage, on output: Terminal) {
        output.lines(Array((output.isInteractive ? page.shown(in: output.style) : page.text).utf8))
    }

    private static func check(_ word: String?, of program: Program) throws(CommandFailure) {
        guard let word, !program.commandNames.contains(word) else { return }
        let names = ManualPage.all.map(\.name) + program.commandNames + ["topics"]
        throw CommandFailure(
            .usage, "there is no page and no command “\(word)”\(Suggestion.phrase(Suggestion.nearest(to: word, among: names)))",
            advice: "docket help topics lists the pages, and docket help the commands.")
    }
}
