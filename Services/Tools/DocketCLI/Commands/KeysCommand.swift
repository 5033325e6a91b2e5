import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import Operations
import PostgresStore
import Shared

/// `docket keys`: manages API keys.
enum KeysCommand {
    private static let tenant = Option<TenantID>(required: "tenant", placeholder: "TENANT", help: "Whose key it is")
    private static let ofTenant = Option<TenantID?>("tenant", placeholder: "TENANT", help: "Only of this tenant")
    private static let role = Option<KeyRole>(
        "role", placeholder: "ROLE", help: "What it may do", default: KeyRole(role: .backend))
    private static let name = Option<String?>("name", placeholder: "TEXT", help: "What people call it")
    private static let reason = Option<String?>(
        "reason", placeholder: "TEXT", help: "Why it is made, for the tenant's audit trail; over a gateway it has to be said")
    private static let expires = Option<DaysAgo?>(
        "expires", placeholder: "TIME", help: "How long it is good for, such as 90d; else until it is revoked")
    private static let save = Option<FilePath?>(
        "save", placeholder: "FILE", help: "Write the key to this file, which its owner alone may read, and show it nowhere")
    private static let first = Flag("first", help: "Only where no key lets anybody in yet; else nothing is done")
    private static let test = Flag("test", help: "For the tenant's sandbox, where nothing is real: `docket help sandbox`")
    private static let prefix = Argument<KeyPrefix>("KEY", help: "The key, by its prefix of 12 letters")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "keys", summary: "Make, list and revoke the API keys of back ends",
            discussion: """
                A key is sent as “Authorization: Bearer KEY”. It is shown once, when it is made: what is stored is a hash. A key \
                that is revoked is refused by every gateway within five seconds. Who made and revoked which is in the audit \
                trail. Reads DATABASE_URL from the environment, or from the `docket up` that runs in --home.
                """,
            examples: [
                .init("docket keys create --tenant acme --name billing --expires 90d", "A key for the tenant's back end"),
                .init("docket keys create --tenant acme --role auditor", "One that sees all and changes nothing"),
                .init("docket keys create --tenant acme --test", "One to try things out with, apart from all that is real"),
                .init("docket keys create --tenant acme --first --save key", "The first key, into a file, and no second one"),
            ], options: [GatewayOptions.home], subcommands: [create(context), list(context), revoke(context)])
    }

    private static func create(_ context: CommandContext) -> Command {
        Command(
            "create", summary: "Make a key and show it, once",
            parameters: [tenant, role, name, reason, expires, save, first, test, JSONOption.object]
        ) { arguments in
            if let name = arguments[name], !(1...100).contains(name.count) {
                throw CommandFailure(.usage, "--name must be a text of 1 to 100 characters")
            }
            let expiresAt = arguments[expires].map { Timestamp(Date()).adding(.seconds($0.seconds)) }
            let new = NewAPIKey(
                tenant: try whose(arguments), role: arguments[role].role, name: arguments[name], expiresAt: expiresAt)
            let made = try await KeySources.run(context, arguments) { source -> KeyDescription? in
                if arguments[first], try await source.hasActive() { return nil }
                let made = try await source.create(new, because: arguments[reason])
                guard let path = arguments[save] else { return made }
                do throws(CommandFailure) {
                    try FileText.replace(path.text, with: (made.key ?? "") + "\n")
                } catch {
                    // Of a key that nobody has seen nothing may be left that opens.
                    _ = try? await source.revoke(made.prefix)
                    throw CommandFailure(
                        .cannotCreate, error.problem, advice: "No key was made. Name a file that can be written with --save.")
                }
                return made
            }
            guard let key = made else {
                Operator(context: context).tell(
                    "There is a key already: none was made. `docket keys list` shows what is.",
                    isJSON: arguments[JSONOption.object])
                return ExitCode.success.rawValue
            }
            if let path = arguments[save] {
                // The key lies in the file, and nowhere else.
                context.output.show(key.withoutSecret, isJSON: arguments[JSONOption.object]) { _ in
                    ["made the key \(key.prefix), \(key.role) of \(key.tenant): it lies in \(path.text)"]
                }
                return ExitCode.success.rawValue
            }
            context.output.show(key, isJSON: arguments[JSONOption.object]) { KeysScreen.made(key, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    /// The tenant, or its sandbox.
    private static func whose(_ arguments: ParsedArguments) throws(CommandFailure) -> TenantID {
        let tenant = arguments[tenant]
        guard !tenant.isSandbox else {
            throw CommandFailure(
                .usage, "\(tenant) is a sandbox", advice: "Make its key with --tenant \(tenant.owner) --test.")
        }
        guard arguments[test] else { return tenant }
        guard let sandbox = tenant.sandbox else {
            throw CommandFailure(
                .usage, "\(tenant) has too long a name for a sandbox",
                advice: "With \(TenantID.sandboxSuffix) behind it, it may have \(TenantID.maximumLength) letters.")
        }
        return sandbox
    }

    private static func list(_ context: CommandContext) -> Command {
        Command("list", summary: "List keys, the newest first", parameters: [ofTenant, JSONOption.lines]) { arguments in
            let keys = try await KeySources.run(context, arguments) { try await $0.keys(of: arguments[ofTenant]) }
            context.output.show(each: keys, isJSON: arguments[JSONOption.lines]) { KeysScreen.list(keys, style: $0) }
            return ExitCode.success.rawValue
        }
    }

    private static func revoke(_ context: CommandContext) -> Command {
        Command("revoke", summary: "End a key, for good", parameters: [prefix]) { arguments in
            let prefix = arguments[prefix].text
            let revoked = try await KeySources.run(context, arguments) { try await $0.revoke(prefix) }
            guard let revoked else {
                throw CommandFailure(.notFound, "there is no key \(prefix)", advice: "`docket keys list` shows what is.")
            }
            context.output.line(
                revoked.isNew
                    ? "\(prefix) of \(revoked.key.tenant) is revoked: every gateway refuses it within five seconds"
                    : "\(prefix) of \(revoked.key.tenant) was revoked already")
            return ExitCode.success.rawValue
        }
    }
}

/// A role that a key can have. A key cannot have a person's role, which needs the person's id.
struct KeyRole: ArgumentValue {
    let role: Role

    private static let roles = Role.allCases.filter { $0 != .person }

    static var completion: Completion { .words(roles.map(\.rawValue)) }

    init(role: Role) { self.role = role }

    init(argument: String) throws(InvalidValue) {
        guard let role = Role(rawValue: argument), Self.roles.contains(role) else {
            throw InvalidValue(expected: "one of \(Self.roles.map(\.rawValue).joined(separator: ", "))")
        }
        self.role = role
    }
}

extension KeyRole: CustomStringConvertible {
    var description: String { role.rawValue }
}

/// The prefix of a key. A whole key is accepted and cut to its prefix, because people have the whole key at hand.
struct KeyPrefix: ArgumentValue {
    let text: String

    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        let prefix = OpaqueToken(argument)?.prefix ?? argument
        guard OpaqueToken.isPrefix(prefix) else { throw InvalidValue(expected: "the prefix of a key, such as 0123456789ab") }
        text = prefix
    }
}
