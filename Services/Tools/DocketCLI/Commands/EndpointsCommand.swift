import CommandLine
import Domain
import FoundationEssentials
import HTTPClient
import PostgresStore
import Shared
import Webhooks

/// `docket endpoints`: who is told over HTTP.
enum EndpointsCommand {
    private static let tenant = Option<TenantID>(required: "tenant", placeholder: "TENANT", help: "Whose endpoint it is")
    private static let ofTenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let url = Option<String>(required: "url", placeholder: "URL", help: "Where messages are posted; https")
    private static let name = Option<String?>("name", placeholder: "TEXT", help: "What people call it")
    private static let contact = Option<String?>(
        "contact", placeholder: "ADDRESS", help: "The e-mail address of who looks after it")
    private static let events = Option<[OutcomeType]>(
        repeated: "event", short: "e", placeholder: "TYPE", help: "Only of this; can be repeated; else of every outcome")
    private static let asymmetric = Flag("asymmetric", help: "Sign with ed25519 (v1a) instead of a shared secret (v1)")
    private static let overlap = Option<DaysAgo?>(
        "overlap", placeholder: "TIME", help: "How long the old secret goes on signing, up to 7d; 24h unless told")
    private static let atOnce = Flag("at-once", help: "Let the old secret sign nothing any more, as when it has leaked")
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
            parameters: [tenant, url, name, contact, events, asymmetric, JSONOption.object]
        ) { arguments in
            let url: EndpointAddress
            do throws(EndpointAddressFault) {
                url = try EndpointAddress(arguments[Self.url], allowsPrivate: allowsPrivate(context, arguments))
            } catch {
                throw CommandFailure(.usage, "--url: the URL \(error)")
            }
            for (option, text) in [("--name", arguments[name]), ("--contact", arguments[contact])] {
                guard let text else { continue }
                guard (1...200).contains(text.count),
                    text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
                else { throw CommandFailure(.usage, "\(option) must be a text of 1 to 200 characters, without line breaks") }
            }
            let new = NewWebhookEndpoint(
                tenant: arguments[tenant], url: url.text, name: arguments[name], eventTypes: arguments[events].map(\.type),
                contact: arguments[contact], kind: arguments[asymmetric] ? .asymmetric : .symmetric)
            let made = try await withStore(context, arguments) { try await $0.create(new, by: origin(context)) }
            guard let made, let key = made.keys.first else {
                throw CommandFailure(
                    .usage, "\(new.tenant) has \(WebhookEndpointStore.limit) endpoints, which is the most", advice: "Remove some."
                )
            }
            show(made.record, key, context, arguments)
            return ExitCode.success.rawValue
        }
    }

    private static func list(_ context: CommandContext) -> Command {
        Command("list", summary: "List endpoints, the oldest first", parameters: [ofTenant, JSONOption.lines]) { arguments in
            let found = try await withStore(context, arguments) { try await $0.endpoints(of: arguments[ofTenant]) }
            if arguments[JSONOption.lines] {
                for endpoint in found { context.output.line(JSONText.of(EndpointDescription(endpoint, withTenant: true))) }
            } else {
                for line in EndpointsScreen.list(found, style: context.output.style) { context.output.line(line) }
            }
            return ExitCode.success.rawValue
        }
    }

    private static func test(_ context: CommandContext) -> Command {
        Command(
            "test", summary: "Send an endpoint a signed message that tells nothing, and show its answer",
            discussion: "The message is of type \(WebhookTest.type). Ends with \(ExitCode.refused.rawValue) if it is not taken.",
            parameters: [id]
        ) { arguments in
            let found = try await withStore(context, arguments) { try await $0.endpoint(arguments[id]) }
            guard let found else { throw missing(arguments[id]) }
            let request = WebhookTest.request(
                to: found, id: .random(), at: Timestamp(Date()),
                addressGuard: allowsPrivate(context, arguments) ? .notLinkLocal : .publicOnly)
            do throws(HTTPClientError) {
                let response = try await HTTPClient(loop: context.loop).send(request)
                context.output.line("\(response.status) from \(response.remoteAddress ?? "an unknown address")")
                let excerpt = Redaction.excerpt(response.body, limit: 500)
                if !excerpt.isEmpty { context.output.line("  \(excerpt)") }
                return (response.isSuccess ? ExitCode.success : .refused).rawValue
            } catch {
                throw CommandFailure(.refused, "no answer from \(ShownURL.text(found.record.url)): \(error.words)")
            }
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
            let rotated = try await withStore(context, arguments) {
                try await $0.rotate(
                    arguments[id], to: arguments[asymmetric] ? .asymmetric : nil, overlap: .seconds(seconds), by: origin(context))
            }
            guard let rotated else { throw missing(arguments[id]) }
            show(rotated.endpoint, rotated.key, context, arguments)
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
            var change = WebhookEndpointChange()
            change.isEnabled = isEnabled
            let changed = try await withStore(context, arguments) { [change] in
                try await $0.change(arguments[id], to: change, by: origin(context))
            }
            guard let changed else { throw missing(arguments[id]) }
            context.output.line("\(changed.id) of \(changed.tenant) is \(changed.state)")
            return ExitCode.success.rawValue
        }
    }

    private static func remove(_ context: CommandContext) -> Command {
        Command("remove", summary: "Forget an endpoint and its secrets", parameters: [id, yes]) { arguments in
            let person = Operator(context: context)
            try await withStore(context, arguments) { store in
                guard let found = try await store.endpoint(arguments[id])?.record else { throw missing(arguments[id]) }
                let prompt = ConfirmationPrompt(
                    title: "Remove the endpoint \(found.name ?? found.id.description)?",
                    message: "\(found.url) of \(found.tenant) is told nothing any more, and its secrets are gone.",
                    actionLabel: "Remove endpoint")
                if !arguments[yes] {
                    guard try await person.confirms(prompt) else {
                        context.output.line("\(found.id): kept")
                        return
                    }
                }
                let isDone = try await store.remove(
                    found.id, of: found.tenant, version: found.version, by: AuditOrigin(actor: person.name))
                context.output.line("\(found.id): \(isDone ? "removed" : "has changed in the meantime; nothing was done")")
            }
            return ExitCode.success.rawValue
        }
    }

    // MARK: - Common to all

    private static func show(
        _ endpoint: WebhookEndpointRecord, _ key: WebhookKey, _ context: CommandContext, _ arguments: ParsedArguments
    ) {
        if arguments[JSONOption.object] {
            context.output.line(JSONText.of(EndpointDescription(endpoint, key: key, withTenant: true)))
        } else {
            for line in EndpointsScreen.made(endpoint, key, style: context.output.style) { context.output.line(line) }
        }
    }

    private static func origin(_ context: CommandContext) -> AuditOrigin { AuditOrigin(actor: Operator(context: context).name) }

    private static func missing(_ id: WebhookEndpointID) -> CommandFailure {
        CommandFailure(.notFound, "there is no endpoint \(id)", advice: "`docket endpoints list` shows what is.")
    }

    private static func allowsPrivate(_ context: CommandContext, _ arguments: ParsedArguments) -> Bool {
        context.environment(arguments)["DOCKET_WEBHOOK_ALLOW_PRIVATE"] == "true"
    }

    private static func withStore<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (WebhookEndpointStore) async throws -> T
    ) async throws -> T {
        try await DatabaseAccess.withTables(context, arguments) { try await body(WebhookEndpointStore(pool: $0)) }
    }
}

/// A type of event that endpoints are told of.
struct OutcomeType: ArgumentValue {
    let type: EventType

    private static let types = SubmissionOutcome.eventTypes.sorted { $0.rawValue < $1.rawValue }

    static var completion: Completion { .words(types.map(\.rawValue)) }

    init(argument: String) throws(InvalidValue) {
        guard let type = EventType(rawValue: argument), Self.types.contains(type) else {
            throw InvalidValue(expected: "one of \(Self.types.map(\.rawValue).joined(separator: ", "))")
        }
        self.type = type
    }
}
