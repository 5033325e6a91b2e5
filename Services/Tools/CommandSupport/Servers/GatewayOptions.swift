package import CommandLine
import EventLoop
import HTTPClient
package import IntakeClient
import IntakeTransport

/// The options of subcommands that use the gateway.
package enum GatewayOptions {
    /// Also for subcommands that find the broker or the database through the home.
    package static let home = Option<DirectoryPath?>(
        "home", placeholder: "DIR",
        help: "Folder of the `docket up` whose variables count where none of one's own is set; else DOCKET_HOME, or .docket")
    package static let gateway = Option<String?>(
        "gateway", short: "g", placeholder: "URL", help: "The gateway, such as http://127.0.0.1:8080")
    package static let all: [any CommandParameter] = [gateway, JSONOption.object, home]

    /// The home that `--home` or DOCKET_HOME names.
    package static func homeDirectory(_ context: CommandContext, _ arguments: ParsedArguments) -> HomeDirectory {
        .current(arguments[home]?.text ?? context.variable("DOCKET_HOME") ?? ".docket")
    }

    /// The variables, with `--gateway` in place of GATEWAY_URL.
    package static func environment(_ context: CommandContext, _ arguments: ParsedArguments) -> [String: String] {
        context.environment(arguments, overriding: ["GATEWAY_URL": arguments[gateway]])
    }

    package static func url(_ context: CommandContext, _ arguments: ParsedArguments) -> String? {
        environment(context, arguments)["GATEWAY_URL"]
    }

    /// A client for the gateway of --gateway, of GATEWAY_URL, or of the `docket up` that runs in the home.
    package static func client(_ context: CommandContext, _ arguments: ParsedArguments) throws -> IntakeClient {
        let home = homeDirectory(context, arguments)
        let environment = environment(context, arguments)
        guard let url = environment["GATEWAY_URL"] else {
            throw CommandFailure(
                .configuration, "no gateway is named, and no `docket up` runs in \(home.path)",
                advice: "Name it with --gateway URL or GATEWAY_URL, or start `docket up`.")
        }
        return try client(url: url, token: CommandContext.token(of: environment), context)
    }

    package static func client(url: String, token: String?, _ context: CommandContext) throws(IntakeClientError) -> IntakeClient {
        try IntakeClient(
            baseURL: url, token: token, transport: HTTPClientTransport(HTTPClient(loop: context.loop)), time: LoopTime())
    }

    /// The failure of a subcommand for an error of the gateway or of the connection to it.
    package static func failure(_ error: IntakeClientError, at url: String? = nil) -> CommandFailure {
        switch error.code {
        case .refused:
            if error.problem?.status == 404 { return CommandFailure(.notFound, error.description) }
            if error.problem?.status == 401 || error.problem?.status == 403 {
                return CommandFailure(
                    .notAccepted, error.description, advice: "Set DOCKET_TOKEN, or DOCKET_TOKEN_FILE, to a token of this gateway."
                )
            }
            return CommandFailure(error.isRetriable ? .unavailable : .notAccepted, error.description)
        case .unreachable:
            return CommandFailure(
                .unavailable, words(error, at: url), advice: "Does it run, and does --gateway or GATEWAY_URL name it?")
        case .invalidAddress, .invalidRequest: return CommandFailure(.usage, error.description)
        case .fileUnreadable: return CommandFailure(.notFound, error.description, advice: "Name a photo or a PDF.")
        case .fileUnwritable: return CommandFailure(.cannotCreate, error.description)
        case .timedOut: return CommandFailure(.timedOut, error.description)
        case .unexpectedAnswer: return CommandFailure(.failure, words(error, at: url))
        case .cancelled: return CommandFailure(.failure, error.description)
        }
    }

    /// The client's message with the gateway's address and libcurl's message.
    private static func words(_ error: IntakeClientError, at url: String?) -> String {
        var text = error.description
        if text.hasSuffix(".") { text.removeLast() }
        if let url {
            let beginning = "The gateway "
            let rest = text.hasPrefix(beginning) ? " \(text.dropFirst(beginning.count))" : ": \(text)"
            text = "the gateway at \(ShownURL.text(url))\(rest)"
        }
        return error.detail.isEmpty ? text : "\(text) (\(error.detail))"
    }
}
