import CommandLine
import CommandSupport
import Domain
import Shared

/// `docket portal`: links by which a tenant's own developers look after its endpoints.
enum PortalCommand {
    private static let name = Option<String?>("name", placeholder: "TEXT", help: "Whom the link is for")
    private static let lifetime = Option<DaysAgo?>(
        "lifetime", placeholder: "TIME", help: "How long it is good for, from 1m to 12h; an hour unless told")
    private static let id = Argument<PortalLinkID>("LINK", help: "The link, by its id")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "portal", summary: "Make, list and revoke links to a tenant's portal",
            discussion: """
                Who opens such a link in a browser makes, changes and tries out webhook endpoints, sees what was sent to them and sends \
                it again. They can do nothing else. A link is shown once; it ends by itself, and with the key that made it. Asks the \
                gateway (see `docket upload --help` for how it is found) with DOCKET_TOKEN, a key of the tenant's back end.
                """,
            examples: [
                .init("docket portal link --name jane --lifetime 4h", "A link for a colleague, for this afternoon"),
                .init("docket portal list", "Which there are, and which were used"),
            ], subcommands: [make(context), list(context), revoke(context)])
    }

    private static func make(_ context: CommandContext) -> Command {
        Command(
            "link", summary: "Make a link and show it, once",
            parameters: [name, lifetime, JSONOption.object, GatewayOptions.gateway, GatewayOptions.home]
        ) { arguments in
            if let name = arguments[name], !(1...100).contains(name.count) {
                throw CommandFailure(.usage, "--name must be a text of 1 to 100 characters")
            }
            let seconds = arguments[lifetime].map { $0.seconds }
            if let seconds, !(60...43_200).contains(seconds) {
                throw CommandFailure(.usage, "--lifetime must be from 1m to 12h")
            }
            let made = try await GatewayPortal.run(context, arguments) {
                try await $0.create(name: arguments[name], lifetime: seconds)
            }
            context.output.show(made, isJSON: arguments[JSONOption.object]) { style in
                [
                    style.bold(made.url ?? ""), "",
                    "  It is shown this once, and is good until \(made.expiresAt). To end it: docket portal revoke \(made.id)",
                ]
            }
            return ExitCode.success.rawValue
        }
    }

    private static func list(_ context: CommandContext) -> Command {
        Command(
            "list", summary: "List links, the newest first",
            parameters: [JSONOption.lines, GatewayOptions.gateway, GatewayOptions.home]
        ) { arguments in
            let links = try await GatewayPortal.run(context, arguments) { try await $0.links() }
            context.output.show(each: links, isJSON: arguments[JSONOption.lines]) { style in
                if links.isEmpty { return ["No links."] }
                var table = Table()
                for link in links {
                    table.row(
                        link.id, link.state, link.lastUsedAt.map { "used \($0)" } ?? "never used", "until \(link.expiresAt)",
                        "by \(link.createdBy)", link.name ?? "")
                }
                return table.lines(first: style.accent)
            }
            return ExitCode.success.rawValue
        }
    }

    private static func revoke(_ context: CommandContext) -> Command {
        Command(
            "revoke", summary: "End a link at once", parameters: [id, GatewayOptions.gateway, GatewayOptions.home]
        ) { arguments in
            let id = arguments[id]
            try await GatewayPortal.run(context, arguments) { try await $0.revoke(id) }
            context.output.line("\(id) is revoked: it is refused from now on")
            return ExitCode.success.rawValue
        }
    }
}
