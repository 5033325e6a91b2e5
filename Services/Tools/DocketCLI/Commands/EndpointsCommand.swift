import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Webhooks

/// `docket endpoints`: manages webhook endpoints.
enum EndpointsCommand {
    private static let tenant = Option<TenantID>(required: "tenant", placeholder: "TENANT", help: "Whose endpoint it is")
    private static let ofTenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let url = Option<String>(required: "url", placeholder: "URL", help: "Where messages are posted; https")
    private static let name = Option<String?>("name", placeholder: "TEXT", help: "What people call it")
    private static let contact = Option<String?>(
        "contact", placeholder: "ADDRESS", help: "The e-mail address of whoever looks after it")
    private static let events = Option<[WebhookEventType]>(
        repeated: "event", short: "e", placeholder: "TYPE", help: "Only of this; can be repeated; else of every outcome")
    private static let journeys = Option<[JourneyID]>(
        repeated: "journey", placeholder: "JOURNEY", help: "Only of this journey; can be repeated; else of every journey")
    private static let fields = Option<[OutcomeField]>(
        repeated: "field", placeholder: "PATH", help: "Only this of an event's data; can be repeated; else all of it")
    private static let asymmetric = Flag("asymmetric", help: "Sign with ed25519 (v1a) instead of a shared secret (v1)")
    private static let overlap = Option<DaysAgo?>(
        "overlap", placeholder: "TIME", help: "How long the old secret goes on signing, up to 7d; 24h unless told")
    private static let atOnce = Flag("at-once", help: "Let the old secret sign nothing any more, as when it has leaked")
    private static let sample = Option<WebhookEventType?>(
        "sample", placeholder: "TYPE", help: "A sample of an event of this type, instead of a message that tells nothing")
    private static let id = Argument<WebhookEndpointID>("ENDPOINT", help: "The endpoint, by its id")
    private static let yes = Flag("yes", short: "y", help: "Do not ask")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "endpoints", summary: "Add, list, test, rotate and disable the webhook endpoints of tenants",
            discussion: """
                Messages follow Standard Webhooks. Secrets are shown once, when they are made. Addresses of one's own network are \
                refused unless DOCKET_WEBHOOK_ALLOW_PRIVATE is true, for this command and for the notification service. Who did \
                what is in the audit trail. Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket endpoints add --tenant acme --url https://acme.example/hook", "Told of every outcome"),
                .init("docket endpoints test ID --sample com.docket.submission.accepted.v1", "See how a handler takes it"),
                .init("docket endpoints rotate ID --overlap 24h", "A new secret; the old one signs for a day beside it"),
            ], options: [GatewayOptions.home],
            subcommands: [
                add(context), list(context), test(context), rotate(context), setting(context, isEnabled: false),
                setting(context, isEnabled: true), remove(context),
            ])
    }

    private static func add(_ context: CommandContext) -> Command {
        Command(
            "add", summary: "Make an endpoint and show its secret, once",
            parameters: [tenant, url, name, contact, events, journeys, fields, asymmetric, JSONOption.object]
        ) { arguments in
            try EndpointSources.check(arguments[journeys], context, arguments)
            let url = try EndpointSources.address(arguments[Self.url], context, arguments)
            for (option, text) in [("--name", arguments[name]), ("--contact", arguments[contact])] {
                guard let text else { continue }
                guard (1...200).contains(text.count),
                    text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
                else { throw CommandFailure(.usage, "\(option) must be a text of 1 to 200 characters, without line breaks") }
            }
            let new = NewWebhookEndpoint(
                tenant: arguments[tenant], url: url, name: arguments[name], events: arguments[events].map(\.event),
                journeys: arguments[journeys], fields: arguments[fields].map(\.path), contact: arguments[contact],
                kind: arguments[asymmetric] ? .asymmetric : .symmetric)
            show(try await EndpointSources.run(context, arguments) { try await $0.create(new) }, context, arguments)
            return ExitCode.success.rawValue
        }
    }

    private static func list(_ context: CommandContext) -> Command {
        Command("list", summary: "List endpoints, the oldest first", parameters: [ofTenant, JSONOption.lines]) { arguments in
            let found = try await EndpointSources.run(context, arguments) { try await $0.endpoints(of: arguments[ofTenant]) }
            context.output.show(each: found, isJSON: arguments[JSONOption.lines]) { EndpointsScreen.list(found, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func test(_ context: CommandContext) -> Command {
        Command(
            "test", summary: "Send an endpoint a signed message now, and show its answer",
            discussion: """
                The message tells nothing and is of type \(WebhookTest.type), unless --sample wants an event that says "sample": true. It \
                is no delivery: it is sent once and changes nothing. Ends with \(ExitCode.refused.rawValue) if it is not taken.
                """,
            parameters: [id, sample, JSONOption.object]
        ) { arguments in
            let result = try await EndpointSources.run(context, arguments) {
                try await $0.test(arguments[id], sample: arguments[sample]?.event)
            }
            context.output.show(result, isJSON: arguments[JSONOption.object]) { _ in EndpointsScreen.tested(result) }
            return (result.taken ? ExitCode.success : .refused).rawValue
        }
    }

    private static func rotate(_ context: CommandContext) -> Command {
        Command(
            "rotate", summary: "Give an endpoint a new secret and show it, once",
            parameters: [id, overlap, atOnce, asymmetric, JSONOption.object]
        ) { arguments in
            let seconds = arguments[atOnce] ? 0 : arguments[overlap]?.seconds ?? WebhookEndpointStore.standardOverlap
            guard WebhookEndpointStore.overlaps.contains(seconds) else {
                throw CommandFailure(.usage, "--overlap must be at most 7d")
            }
            let rotated = try await EndpointSources.run(context, arguments) {
                try await $0.rotate(arguments[id], to: arguments[asymmetric] ? .asymmetric : nil, overlap: seconds)
            }
            show(rotated, context, arguments)
            return ExitCode.success.rawValue
        }
    }

    private static func setting(_ context: CommandContext, isEnabled: Bool) -> Command {
        Command(
            isEnabled ? "enable" : "disable",
            summary: isEnabled
                ? "Tell an endpoint again; `docket deliveries recover` tells it what it missed"
                : "Tell an endpoint nothing any more; what waits for it is given up",
            parameters: [id]
        ) { arguments in
            let changed = try await EndpointSources.run(context, arguments) { try await $0.enable(arguments[id], isEnabled) }
            context.output.line("\(changed.id) of \(changed.tenant?.rawValue ?? "-") is \(changed.state)")
            return ExitCode.success.rawValue
        }
    }

    private static func remove(_ context: CommandContext) -> Command {
        Command("remove", summary: "Forget an endpoint and its secrets", parameters: [id, yes]) { arguments in
            let outcome = try await EndpointSources.run(context, arguments) {
                try await $0.remove(arguments[id], isConfirmed: arguments[yes])
            }
            context.output.line("\(arguments[id]): \(outcome)")
            return ExitCode.success.rawValue
        }
    }

    // MARK: - Common to all

    private static func show(_ endpoint: EndpointDescription, _ context: CommandContext, _ arguments: ParsedArguments) {
        context.output.show(endpoint, isJSON: arguments[JSONOption.object]) { EndpointsScreen.made(endpoint, style: $0) }
    }
}

/// The type of an event that endpoints can be told of.
struct WebhookEventType: ArgumentValue {
    let event: WebhookEvent

    static var completion: Completion { .words(WebhookEvent.all.map(\.type)) }

    init(argument: String) throws(InvalidValue) {
        event = WebhookEvent(argument)
        guard WebhookEvent.all.contains(event) else {
            throw InvalidValue(expected: "one of \(WebhookEvent.all.map(\.type).joined(separator: ", "))")
        }
    }
}

/// A field of an outcome's data.
struct OutcomeField: ArgumentValue {
    let path: String

    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        guard PayloadFields.isKnown(argument) else {
            throw InvalidValue(expected: "a path of an outcome's data, such as state or results.pdf.digest")
        }
        path = argument
    }
}
