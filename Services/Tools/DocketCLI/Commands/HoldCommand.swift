import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket hold`: protects a submission, or all submissions of a person, from erasure.
enum HoldCommand {
    private static let reason = Option<String?>("reason", placeholder: "TEXT", help: "Why, such as the number of a case")
    private static let id = Argument<HoldID>("HOLD", help: "The hold, by its id")
    private static let released = Flag("released", help: "Also those that were released")
    private static let limit = Option<Int>(
        "limit", short: "n", placeholder: "COUNT", help: "At most so many, the newest", default: 100, check: within(1...100_000))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "hold", summary: "Keep submissions or persons from being erased",
            discussion: """
                While a hold is in force, nothing of what it covers is destroyed: not by `docket erase`, not by retention or the \
                expiry of drafts, not by the person or the tenant. A hold on a person covers what they submit later, too. Reads \
                DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket hold set person-17 --subject --tenant acme --reason 'case 4711'", "Hold all of a person"),
                .init("docket hold list", "What is held"),
            ], options: [GatewayOptions.home], subcommands: [set(context), release(context), list(context)])
    }

    private static func set(_ context: CommandContext) -> Command {
        Command(
            "set", summary: "Hold a submission or a person",
            discussion: "Without --subject the name must be the id of a submission. A person needs --tenant as well.",
            parameters: [
                PersonalDataAccess.who, PersonalDataAccess.tenant, PersonalDataAccess.subjectOnly, reason, JSONOption.object,
            ]
        ) { arguments in
            if let reason = arguments[reason], !(1...1_000).contains(reason.count) {
                throw CommandFailure(.usage, "--reason must be a text of 1 to 1000 characters")
            }
            let wanted = try scope(arguments)
            let overGateway = try await AdminGateway.run(context) { try await hold(wanted, $0, arguments) }
            if let held = overGateway {
                show([held], context, arguments)
                return ExitCode.success.rawValue
            }
            return try await PersonalDataAccess.with(context, arguments) { access in
                let (scope, tenant) = try await find(wanted, access, arguments)
                let answer = try await LegalHoldStore(pool: access.pool, keys: access.keys).set(
                    scope, tenant: tenant, reason: arguments[reason],
                    by: AuditOrigin(actor: Operator(context: context).name), at: Timestamp(Date()))
                switch answer {
                case .notFound: throw CommandFailure(.notFound, "there is no submission \(arguments[PersonalDataAccess.who])")
                case .set(let hold), .alreadyHeld(let hold):
                    show([HoldDescription(hold)], context, arguments)
                    return ExitCode.success.rawValue
                }
            }
        }
    }

    private static func hold(
        _ scope: HoldScope, _ gateway: AdminGateway, _ arguments: ParsedArguments
    ) async throws -> HoldDescription {
        var body: [String: JSONValue] = [:]
        switch scope {
        case .submission(let id): body["submission"] = .string(id.description)
        case .subject(let subject):
            body["subject"] = .string(subject)
            body["tenant"] = arguments[PersonalDataAccess.tenant].map { .string($0.rawValue) }
        }
        body["reason"] = arguments[reason].map(JSONValue.string)
        guard let held: HoldDescription = try await gateway.act("POST", "/v1/admin/holds", .object(body)) else {
            throw CommandFailure(.notAccepted, "the gateway holds nothing")
        }
        return held
    }

    /// The scope that the command line names.
    private static func scope(_ arguments: ParsedArguments) throws(CommandFailure) -> HoldScope {
        let name = arguments[PersonalDataAccess.who]
        if arguments[PersonalDataAccess.subjectOnly] {
            guard arguments[PersonalDataAccess.tenant] != nil else {
                throw CommandFailure(.usage, "a person is one of a tenant's", advice: "Name the tenant with --tenant.")
            }
            return .subject(name)
        }
        guard let id = SubmissionID(name) else {
            throw CommandFailure(
                .usage, "“\(name)” is not the id of a submission", advice: "For a person, give --subject and --tenant.")
        }
        return .submission(id)
    }

    /// The same with its tenant.
    private static func find(
        _ scope: HoldScope, _ access: PersonalDataAccess, _ arguments: ParsedArguments
    ) async throws -> (HoldScope, TenantID) {
        let tenant = arguments[PersonalDataAccess.tenant]
        switch scope {
        case .subject:
            if let tenant { return (scope, tenant) }
            throw CommandFailure(.usage, "a person is one of a tenant's", advice: "Name the tenant with --tenant.")
        case .submission(let id):
            guard let found = try await access.data.submission(id, tenant: tenant) else {
                throw CommandFailure(.notFound, "there is no submission \(id)")
            }
            return (scope, found.tenant)
        }
    }

    private static func release(_ context: CommandContext) -> Command {
        Command("release", summary: "End a hold", parameters: [id, JSONOption.object]) { arguments in
            let overGateway = try await AdminGateway.run(context) { gateway -> HoldDescription? in
                try await gateway.act("DELETE", "/v1/admin/holds/\(arguments[id])", isConfirmed: true)
            }
            if let released = overGateway ?? nil {
                show([released], context, arguments)
                return ExitCode.success.rawValue
            }
            let hold = try await PersonalDataAccess.with(context, arguments) { access in
                try await LegalHoldStore(pool: access.pool, keys: access.keys).release(
                    arguments[id], by: AuditOrigin(actor: Operator(context: context).name), at: Timestamp(Date()))
            }
            guard let hold else {
                throw CommandFailure(
                    .notFound, "no hold \(arguments[id]) is in force", advice: "`docket hold list` shows what is.")
            }
            show([HoldDescription(hold)], context, arguments)
            return ExitCode.success.rawValue
        }
    }

    private static func list(_ context: CommandContext) -> Command {
        Command(
            "list", summary: "List holds, the newest first",
            parameters: [PersonalDataAccess.tenant, released, limit, JSONOption.lines]
        ) { arguments in
            let overGateway = try await AdminGateway.run(context) { gateway in
                let found: AdminGateway.Items<HoldDescription> = try await gateway.get(
                    "/v1/admin/holds",
                    [
                        ("tenant", arguments[PersonalDataAccess.tenant]?.rawValue), ("released", "\(arguments[released])"),
                        ("limit", "\(min(arguments[limit], 1000))"),
                    ])
                return found.items
            }
            let holds =
                if let overGateway { overGateway } else {
                    try await PersonalDataAccess.with(context, arguments) { access in
                        try await LegalHoldStore(pool: access.pool, keys: access.keys).holds(
                            tenant: arguments[PersonalDataAccess.tenant], released: arguments[released], limit: arguments[limit]
                        ).map { HoldDescription($0) }
                    }
                }
            show(holds, context, arguments)
            return ExitCode.success.rawValue
        }
    }

    // MARK: - Showing

    private static func show(_ holds: [HoldDescription], _ context: CommandContext, _ arguments: ParsedArguments) {
        context.output.show(each: holds, isJSON: arguments[JSONOption.lines]) { style in
            if holds.isEmpty { return ["Nothing is held."] }
            var table = Table()
            for line in holds {
                table.row(
                    line.id, line.tenant, covered(by: line),
                    line.releasedAt.map { "released \($0) by \(line.releasedBy ?? "-")" }
                        ?? "since \(line.setAt) by \(line.setBy)",
                    line.reason ?? "")
            }
            return table.lines(first: style.accent)
        }
    }

    private static func covered(by hold: HoldDescription) -> String {
        hold.submission ?? hold.subject.map { "person \($0)" }
            ?? (hold.isUnopened == true ? "a person (sealed: no key opens it here)" : "an erased person")
    }
}
