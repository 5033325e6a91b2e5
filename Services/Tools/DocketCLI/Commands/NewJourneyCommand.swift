import CommandLine
import CommandSupport
import Glibc
import JourneyFiles
import Shared

/// `docket journeys new`: writes a working journey with valid examples to begin with.
enum NewJourneyCommand {
    private static let journey = Argument<JourneyID>(
        "JOURNEY", help: "Its id, such as parking-permit; the file is called like it")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "new", summary: "Write a journey file to begin with",
            discussion:
                "The file is complete: `docket journeys check` passes on it. Change it to what you need, and check again.",
            examples: [
                .init("docket journeys new parking-permit --journeys deploy/journeys", "Writes parking-permit.yaml there")
            ],
            parameters: [journey, JourneysCommand.folder]
        ) { arguments in
            let id = arguments[journey]
            let folder = JourneysCommand.folderName(context, arguments) ?? "."
            let path = "\(folder)/\(id).yaml"
            let text = template(id)
            // What is written has been read.
            _ = try JourneyFile.parse(Array(text.utf8), path: path)
            guard access(path, F_OK) != 0 else {
                throw CommandFailure(.cannotCreate, "\(path) is there already", advice: "Choose another id, or change that file.")
            }
            try FileText.write(path, bytes: Array(text.utf8), mode: 0o644)
            context.output.line("wrote \(path); `docket journeys check \(path)` tries it")
            return ExitCode.success.rawValue
        }
    }

    /// A complete journey in fewer than ten lines.
    static func template(_ id: JourneyID) -> String {
        let words = id.rawValue.split(whereSeparator: { "-_.".contains($0) }).joined(separator: " ")
        let title = words.prefix(1).uppercased() + words.dropFirst()
        return """
            title: "\(title)"
            types:
              document:
                title: Document
                documents: 1
                issued: within 90 days
            examples:
              - {type: document, issued: 90 days ago, expect: accepted}
              - {type: document, issued: 91 days ago, expect: document.issue-date-recent}

            """
    }
}
