import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// Asks the issuer again after the time for which it has vouched, so that a person who is locked out there loses the
/// session here.
struct SessionRenewal: Sendable {
    let issuer: OpenIDIssuer
    let store: DeskSessionStore
    let safe: TokenSafe
    let logger: Logger
    let now: @Sendable () -> Timestamp

    /// How long a session continues while its issuer cannot be reached.
    static let grace = Duration.seconds(900)
    /// How long one gateway has the turn to ask; then the next attempt may begin.
    static let turn = Duration.seconds(15)

    enum Outcome: Sendable {
        case vouched(DeskSession)
        /// The issuer refuses.
        case over(String)
    }

    func outcome(of session: DeskSession) async throws -> Outcome {
        let now = now()
        guard let end = session.vouchedUntil, end <= now else { return .vouched(session) }
        guard let sealed = try await store.beginRenewal(of: session.prefix, for: Self.turn) else {
            return try outOfReach(session, at: now)
        }
        guard let kept = try await safe.open(sealed, of: session.prefix), let refresh = kept.refresh else {
            return .over("tokens")
        }
        do {
            let answer = try await issuer.tokens(refreshing: refresh)
            var roles = session.roles
            if let token = answer.idToken {
                let identity = try await issuer.identity(token, nonce: nil)
                guard identity.actor.hasSameBytes(as: session.actor), identity.tenant == session.tenant else {
                    return .over("another")
                }
                roles = identity.roles.map(\.rawValue)
            }
            let tokens = DeskTokens(
                sealed: try await safe.seal(kept.updated(by: answer), for: session.prefix),
                vouchedUntil: answer.vouchedUntil(from: now))
            guard let renewed = try await store.renew(session.prefix, roles: roles, tokens) else { return .over("gone") }
            return .vouched(renewed)
        } catch let failure as SignInFailure {
            guard failure.trouble == .issuer else { return .over(failure.trouble.rawValue) }
            logger.warning("the desk's issuer cannot be asked anew", ["detail": .string(failure.detail)])
            return try outOfReach(session, at: now)
        }
    }

    private func outOfReach(_ session: DeskSession, at now: Timestamp) throws(Problem) -> Outcome {
        if let end = session.vouchedUntil, end.adding(Self.grace) > now { return .vouched(session) }
        throw Problem(
            .unavailable, detail: "Whoever let you in cannot be asked whether you still may. Try again shortly.",
            headers: ["Retry-After": String(Self.turn.components.seconds)])
    }
}

extension TokenAnswer {
    /// Five minutes, as most issuers give, if the answer names no duration.
    func vouchedUntil(from now: Timestamp) -> Timestamp { now.adding(.seconds(expiresIn ?? 300)) }
}
