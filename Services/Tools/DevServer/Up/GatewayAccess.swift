import CommandSupport
import Crypto
import EventLoop

/// Who may use the gateway that `docket up` starts.
enum GatewayAccess: Sendable, Equatable {
    /// Every client that can reach it: it listens on loopback only.
    case everybody
    /// Clients with this token, which `docket up` passes to the gateway.
    case token(String)
    /// As the environment says in DOCKET_TOKENS, in the file of DOCKET_TOKENS_FILE, or with DOCKET_DEVELOPMENT. `token`
    /// is the first of the tokens, if there is one that can be read.
    case asConfigured(token: String?)

    /// `saved` creates or reads the token; it is called only if one is needed.
    static func decide(
        host: String, environment: [String: String], saved: () throws(CommandFailure) -> String
    ) throws(CommandFailure) -> GatewayAccess {
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        if isSet("DOCKET_TOKENS") || isSet("DOCKET_TOKENS_FILE") {
            let tokens = environment["DOCKET_TOKENS_FILE"].flatMap { FileText.read($0) } ?? environment["DOCKET_TOKENS"]
            let first = tokens?.split { $0 == "," || $0.isWhitespace }.first
            return .asConfigured(
                token: first.flatMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first }.map(String.init))
        }
        if isSet("DOCKET_DEVELOPMENT") { return .asConfigured(token: nil) }
        if host.hasPrefix("127.") || host == "::1" { return .everybody }
        return .token(try saved())
    }

    /// The token of clients; nil if none is needed or known.
    var token: String? {
        switch self {
        case .everybody: nil
        case .token(let token): token
        case .asConfigured(let token): token
        }
    }

    /// Variables for the gateway.
    var variables: [String: String] {
        switch self {
        case .everybody: ["DOCKET_DEVELOPMENT": "true"]
        case .token(let token): ["DOCKET_TOKENS": "default=\(token)"]
        case .asConfigured: [:]
        }
    }

    /// The token of this home; the first use creates it.
    static func savedToken(_ home: HomeDirectory) throws(CommandFailure) -> String {
        if let saved = FileText.read(home.tokenFile)?.split(whereSeparator: \.isWhitespace).first, saved.count >= 32 {
            return String(saved)
        }
        let token = SecureRandom.token()
        try FileText.replace(home.tokenFile, with: token + "\n")
        return token
    }
}
