import CommandLine
import CommandSupport
import Configuration
import Shared
import Webhooks

/// `docket journeys callouts`: lists the services that journeys call, and the secrets that verify the signatures.
enum CallOutsCommand {
    private static let secrets = Flag(
        "secrets", help: "With the secret of each, made of DOCKET_CALLOUT_SECRET, for whoever verifies its signatures")

    /// An entry of `--json`.
    private struct Line: Encodable {
        let journey: JourneyID
        let callOut: CallOut
        let secret: String?
    }

    static func command(_ context: CommandContext) -> Command {
        Command(
            "callouts", summary: "Whom the journeys ask, and what answers can be verified by",
            discussion: """
                Each URL has a secret of its own, made of the installation's (DOCKET_CALLOUT_SECRET). While that is replaced, questions \
                are signed with both, and the newest is told here.
                """,
            examples: [.init("docket journeys callouts --secrets", "What a receiver is set up with")],
            parameters: [JourneysCommand.folder, secrets, JSONOption.lines]
        ) { arguments in
            let offered = try JourneysCommand.registry(context, arguments).offered
            let newest = arguments[secrets] ? try newestSecret(context.environment(arguments)) : nil
            let lines = offered.flatMap { journey in
                journey.callOuts.map {
                    Line(journey: journey.id, callOut: $0, secret: newest?.forCallOut(to: $0.url).text)
                }
            }
            context.output.show(each: lines, isJSON: arguments[JSONOption.lines]) { style in
                if lines.isEmpty { return ["No journey asks anybody."] }
                var table = Table()
                for line in lines {
                    let callOut = line.callOut
                    table.row(
                        "\(line.journey)/\(callOut.name)", "after \(callOut.after.rawValue)", "within \(callOut.within) s",
                        "else \(callOut.onFailure.rawValue)", Redaction.address(callOut.url), line.secret ?? "")
                }
                return table.lines(first: style.bold)
            }
            return ExitCode.success.rawValue
        }
    }

    private static func newestSecret(_ environment: [String: String]) throws -> WebhookSecret {
        let name = "DOCKET_CALLOUT_SECRET"
        var reader = ConfigurationReader(environment: environment.filter { [name, name + "_FILE"].contains($0.key) })
        let secret = reader.optionalSecret(name, "")
        do {
            try reader.finish()
            guard let secret, let newest = try WebhookSecret.parse(list: secret.reveal).first else {
                throw CommandFailure(.configuration, "\(name) is not set", advice: "Set it as the notification service has it.")
            }
            return newest
        } catch let fault as WebhookSecretFault {
            throw CommandFailure(.configuration, "\(name) \(fault)")
        }
    }
}
