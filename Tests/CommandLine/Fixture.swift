import CommandLine
import Synchronization

/// A small tree with one of everything.
enum Fixture {
    enum Journey: String, CaseIterable, ArgumentValue {
        case address = "proof-of-address"
        case identity
    }

    static let home = Option<DirectoryPath>("home", placeholder: "DIR", help: "Where it keeps its data", default: ".docket")
    static let verbose = Flag("verbose", short: "v", help: "Say more")
    static let quiet = Flag("quiet", short: "q", help: "Say less")
    static let port = Option("port", short: "p", placeholder: "PORT", help: "Port", default: 8080, check: within(0...65_535))
    static let journey = Option<Journey>(required: "journey", short: "j", placeholder: "JOURNEY", help: "Which journey")
    static let token = Option<String?>("token", placeholder: "TOKEN", help: "A token")
    static let metadata = Option<[String]>(repeated: "metadata", short: "m", placeholder: "KEY=VALUE", help: "Extra")
    static let files = Argument<[FilePath]>(repeated: "FILE", help: "Files to send")
    static let id = Argument<String>("SUBMISSION", help: "Its id")
    static let count = Argument<Int?>(optional: "COUNT", help: "How many")

    final class Seen: Sendable {
        private let arguments = Mutex<ParsedArguments?>(nil)
        func set(_ value: ParsedArguments) { arguments.withLock { $0 = value } }
        var value: ParsedArguments? { arguments.withLock { $0 } }
    }

    final class Output: Sendable {
        private let texts = Mutex((output: "", error: ""))
        var output: String { texts.withLock { $0.output } }
        var error: String { texts.withLock { $0.error } }
        func console(width: Int = 60) -> Console {
            Console(
                width: width, output: { text in self.texts.withLock { $0.output += text } },
                error: { text in self.texts.withLock { $0.error += text } })
        }
    }

    static func tree(_ seen: Seen = Seen()) -> Command {
        Command(
            "docket", summary: "Takes in documents", options: [home, verbose],
            subcommands: [
                Command(
                    "upload", summary: "Send files as one submission",
                    discussion: "Each file becomes a page, or a PDF becomes a document, of the first type that accepts it.",
                    examples: [.init("docket upload -j identity a.jpg", "Sends one photo.")],
                    parameters: [journey, port, token, metadata, quiet, files]
                ) { arguments in
                    seen.set(arguments)
                    return 3
                },
                Command("show", summary: "Show a submission", parameters: [id, count]) { arguments in
                    seen.set(arguments)
                    struct Gone: Error, CustomStringConvertible { let description = "it is gone" }
                    throw Gone()
                },
                Command(
                    "dlq", summary: "What could not be processed",
                    subcommands: [Command("list", summary: "List it") { _ in 0 }]),
            ])
    }
}
