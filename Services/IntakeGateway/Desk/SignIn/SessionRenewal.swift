import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// Asks the issuer anew for whom it has vouched for long enough, so that who was locked out there is locked out here.
struct SessionRenewal: Sendable {
    let issuer: OpenIDIssuer
    let store: DeskSessionStore
    let safe: TokenSafe
    let logger: Logger
    let now: @Sendable () -> Timestamp

    /// How long a session goes on whose issuer is out of reach.
    static let grace = Duration.seconds(900)
    /// How long one gateway alone asks, and until it is tried again.
    static let turn = Duration.seconds(15)

    enum Outcome: Sendable {
        case vouched(DeskSession)
        /// The issuer says no.
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
    /// Some issuers do not say how long: five minutes is what most give.
    func vouchedUntil(from now: Timestamp) -> Timestamp { now.adding(.seconds(expiresIn ?? 300)) }
}
