import CommandLine
import CommandSupport
import JourneyFiles
import Shared

/// `docket journeys`: shows journeys, and the effects of changing them.
enum JourneysCommand {
    static let folder = Option<String?>(
        "journeys", placeholder: "DIR", help: "Folder of journey files; DOCKET_JOURNEYS if it is not given")
    private static let journey = Argument<JourneyID>("JOURNEY", help: "Such as proof-of-address")
    private static let files = Argument<[FilePath]>(
        repeated: "FILE", help: "Journey files; all of the folder if none is named", atLeast: 0)

    static func command(_ context: CommandContext) -> Command {
        Command(
            "journeys", summary: "Look at journeys, write them, and try changes on what was submitted",
            discussion: """
                Journeys come with Docket, and from a folder of YAML files, one journey each, that take the place of a built-in one \
                of the same id. The gateway reads that folder when it starts (DOCKET_JOURNEYS).
                """,
            options: [GatewayOptions.home],
            subcommands: [
                list(context), show(context), check(context), NewJourneyCommand.command(context), WhatIfCommand.command(context),
                CallOutsCommand.command(context),
            ])
    }

    /// The built-in journeys and those of the given folder.
    static func registry(_ context: CommandContext, _ arguments: ParsedArguments) throws -> JourneyRegistry {
        try registry(
            in: folderName(context, arguments), allowsPrivate: EndpointSources.allowsPrivate(context, arguments))
    }

    static func registry(in folder: String?, allowsPrivate: Bool) throws -> JourneyRegistry {
        do {
            return try JourneyFolder.registry(folder, allowsPrivate: allowsPrivate)
        } catch {
            throw failure(error)
        }
    }

    /// The folder of `--journeys` or DOCKET_JOURNEYS.
    static func folderName(_ context: CommandContext, _ arguments: ParsedArguments) -> String? {
        arguments[folder] ?? context.environment(arguments)["DOCKET_JOURNEYS"]
    }

    static func failure(_ faults: JourneyFileFaults) -> CommandFailure {
        let count = faults.faults.count
        return CommandFailure(
            .notAccepted, "\(count == 1 ? "one fault" : "\(count) faults") in journey files\n\(faults)")
    }

    private static func list(_ context: CommandContext) -> Command {
        Command(
            "list", summary: "The journeys that a gateway with this folder offers", parameters: [folder, JSONOption.lines]
        ) { arguments in
            let offered = try registry(context, arguments).offered
            context.output.show(each: offered, isJSON: arguments[JSONOption.lines]) { style in
                var table = Table()
                for journey in offered {
                    let isBuiltIn = JourneyRegistry.builtIn[journey.id]?.version == journey.version
                    table.row(
                        journey.id.rawValue, journey.title, "\(journey.documents) documents",
                        isBuiltIn ? "built in" : "from a file", String(journey.version.hex.prefix(12)))
                }
                return table.lines(first: style.bold)
            }
            return ExitCode.success.rawValue
        }
    }

    private static func show(_ context: CommandContext) -> Command {
        Command(
            "show", summary: "What a journey asks for", parameters: [journey, folder, JSONOption.object]
        ) { arguments in
            let registry = try registry(context, arguments)
            guard let journey = registry[arguments[journey]] else {
                throw CommandFailure(
                    .notFound, "there is no journey “\(arguments[journey])”",
                    advice: "There are \(registry.offered.map(\.id.rawValue).joined(separator: ", ")).")
            }
            context.output.show(journey, isJSON: arguments[JSONOption.object]) { JourneyScreen.lines(journey, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func check(_ context: CommandContext) -> Command {
        Command(
            "check", summary: "Check journey files, and try the examples in them",
            discussion: """
                Names everything that is wrong at once, each with its file and line. Call-outs are checked as the gateway checks them: \
                private addresses and plain http are faults unless DOCKET_WEBHOOK_ALLOW_PRIVATE is true.
                """,
            examples: [.init("docket journeys check deploy/journeys/*.yaml", "Before they are deployed")],
            parameters: [files, folder]
        ) { arguments in
            let found: [JourneyFile]
            do {
                found = try journeyFiles(
                    arguments[files].map(\.text), folderName(context, arguments),
                    allowsPrivate: EndpointSources.allowsPrivate(context, arguments))
            } catch let faults as JourneyFileFaults {
                throw failure(faults)
            }
            for file in found {
                let count = file.examples.count
                let examples = count == 0 ? "no examples" : count == 1 ? "1 example holds" : "\(count) examples hold"
                context.output.line(
                    "\(context.output.style.good("✓")) \(file.path)  \(file.journey.id)  \(examples)  "
                        + file.journey.version.hex.prefix(12))
            }
            return ExitCode.success.rawValue
        }
    }

    /// The named files, or all of the folder.
    private static func journeyFiles(_ paths: [String], _ folder: String?, allowsPrivate: Bool) throws -> [JourneyFile] {
        if paths.isEmpty {
            guard let folder else {
                throw CommandFailure(
                    .usage, "no file is named, and no folder", advice: "Name files, or a folder with --journeys.")
            }
            return try JourneyFolder.files(folder, allowsPrivate: allowsPrivate)
        }
        var (found, faults): ([JourneyFile], [JourneyFileFault]) = ([], [])
        for path in paths {
            do {
                found.append(try JourneyFolder.file(path, allowsPrivate: allowsPrivate))
            } catch {
                faults += error.faults
            }
        }
        guard faults.isEmpty else { throw JourneyFileFaults(faults: faults) }
        return found
    }
}
