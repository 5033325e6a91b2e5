import CommandSupport
import Crypto
import EventLoop

/// Who may use the gateway that `docket up` starts.
enum GatewayAccess: Sendable, Equatable {
    /// Everybody who can reach it: it listens on this machine alone.
    case everybody
    /// Whoever has this token; the gateway gets it from `docket up`.
    case token(String)
    /// As DOCKET_TOKENS of the environment, or the file of DOCKET_TOKENS_FILE, says; the first of its tokens, if it can be read.
    case asConfigured(token: String?)

    /// `saved` makes the token: it is only called when one is needed.
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

    /// What clients send; nil where none is needed or known.
    var token: String? {
        switch self {
        case .everybody: nil
        case .token(let token): token
        case .asConfigured(let token): token
        }
    }

    /// For the gateway's environment.
    var variables: [String: String] {
        switch self {
        case .everybody: ["DOCKET_DEVELOPMENT": "true"]
        case .token(let token): ["DOCKET_TOKENS": "default=\(token)"]
        case .asConfigured: [:]
        }
    }

    /// The token of this home, made on first use.
    static func savedToken(_ home: HomeDirectory) throws(CommandFailure) -> String {
        if let saved = FileText.read(home.tokenFile)?.split(whereSeparator: \.isWhitespace).first, saved.count >= 32 {
            return String(saved)
        }
        let token = SecureRandom.token()
        try FileText.replace(home.tokenFile, with: token + "\n")
        return token
    }
}
