import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Webhooks

/// `docket deliveries`: lists webhook deliveries, and repeats them.
enum DeliveriesCommand {
    private static let tenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let endpoint = Option<String?>("endpoint", placeholder: "ENDPOINT", help: "Only to this endpoint, by its id")
    private static let submission = Option<SubmissionID?>(
        "submission", short: "s", placeholder: "ID", help: "Only of this submission")
    private static let state = Option<DeliveryState?>(
        "state", placeholder: "STATE", help: "Only those that are pending, delivered or given_up")
    private static let since = Option<DaysAgo?>("since", placeholder: "TIME", help: "How far to look back, such as 7d or 12h")
    private static let missedSince = Option<DaysAgo>(
        required: "since", placeholder: "TIME", help: "How far to look back, such as 7d or 12h")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the newest", default: 100, check: within(1...100_000))
    private static let id = Argument<DeliveryID>("DELIVERY", help: "The delivery, by its id")
    private static let ids = Argument<[DeliveryID]>(repeated: "DELIVERY", help: "The deliveries, by their ids", atLeast: 0)
    private static let all = Flag("all", help: "All given-up ones that the options name, instead of naming deliveries")
    private static let of = Argument<WebhookEndpointID>("ENDPOINT", help: "The endpoint, by its id")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "deliveries", summary: "Look at what was told to whom, and tell it again",
            discussion: """
                A delivery is one event told over one channel to one endpoint. Each try is kept with what was sent and answered, \
                bounded and without secrets. Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket deliveries list --state given_up", "What nobody could be told"),
                .init("docket deliveries recover ENDPOINT --since 3d", "Tell an endpoint all that it has missed"),
            ], options: [GatewayOptions.home], subcommands: [list(context), show(context), retry(context), recover(context)])
    }

    private static func list(_ context: CommandContext) -> Command {
        Command(
            "list", summary: "List deliveries, the newest first",
            parameters: [tenant, endpoint, submission, state, since, limit, JSONOption.lines]
        ) { arguments in
            var filter = filter(arguments)
            filter.state = arguments[state]
            let found = try await DeliverySources.run(context, arguments) { [filter] in
                try await $0.deliveries(filter, limit: arguments[limit])
            }
            context.output.show(each: found, isJSON: arguments[JSONOption.lines]) { DeliveriesScreen.list(found, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func show(_ context: CommandContext) -> Command {
        Command("show", summary: "Show a delivery: each of its tries", parameters: [id, JSONOption.object]) { arguments in
            let found = try await DeliverySources.run(context, arguments) { try await $0.delivery(arguments[id]) }
            guard let found else { throw missing(arguments[id]) }
            context.output.show(found, isJSON: arguments[JSONOption.object]) { DeliveriesScreen.details(found, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func retry(_ context: CommandContext) -> Command {
        Command(
            "retry", summary: "Try deliveries at once, with all of their tries anew",
            discussion: "Those that were given up, or wait for their next try. What has been delivered is not told again.",
            parameters: [ids, all, tenant, endpoint, submission, since]
        ) { arguments in
            var filter = filter(arguments)
            let named = arguments[ids]
            guard named.isEmpty == arguments[all] else {
                throw CommandFailure(.usage, "name deliveries, or give --all; not both")
            }
            if arguments[all] { filter.state = .givenUp }
            let count = try await DeliverySources.run(context, arguments) { [filter] in
                try await $0.retry(filter, only: named.isEmpty ? nil : named)
            }
            context.output.line("\(count) deliveries are tried again")
            if count < named.count {
                throw CommandFailure(
                    .notFound, "\(named.count - count) of them have been delivered, are being tried, or do not exist",
                    advice: "`docket deliveries show` tells.")
            }
            return ExitCode.success.rawValue
        }
    }

    private static func recover(_ context: CommandContext) -> Command {
        Command(
            "recover", summary: "Tell an endpoint all that it has missed since a moment",
            discussion: """
                What was given up, and what was never meant for it because it was disabled or not there yet. Repeated \
                messages have the id that they always had.
                """,
            parameters: [of, missedSince]
        ) { arguments in
            let since = Timestamp(Date()).adding(.seconds(-arguments[missedSince].seconds))
            let count = try await DeliverySources.run(context, arguments) {
                try await $0.recover(arguments[of], since: since)
            }
            guard let count else {
                throw CommandFailure(
                    .notFound, "there is no endpoint \(arguments[of]) that is enabled",
                    advice: "`docket endpoints list` shows what is; `docket endpoints enable` enables it.")
            }
            context.output.line("\(count) deliveries are under way")
            return ExitCode.success.rawValue
        }
    }

    private static func filter(_ arguments: ParsedArguments) -> DeliveryFilter {
        var filter = DeliveryFilter()
        filter.tenant = arguments[tenant]
        filter.endpoint = arguments[endpoint]?.lowercased()
        filter.submission = arguments[submission]
        filter.since = arguments[since].map { Timestamp(Date()).adding(.seconds(-$0.seconds)) }
        return filter
    }

    private static func missing(_ id: DeliveryID) -> CommandFailure {
        CommandFailure(.notFound, "there is no delivery \(id)", advice: "`docket deliveries list` shows what is.")
    }
}
