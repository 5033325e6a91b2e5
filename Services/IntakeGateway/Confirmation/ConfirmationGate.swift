import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization

/// Lets a request destroy a person's data only after a confirmation.
///
/// The first request is answered with 428 and a token; the same request with `Docket-Confirmation: TOKEN` acts. Nothing
/// stores the tokens: all gateways of an installation make and check them with the same key.
final class ConfirmationGate: Sendable {
    static let header = "docket-confirmation"

    private let lifetime: Duration
    private let now: @Sendable () -> Timestamp
    private let log: PostgresEventLog
    private let readKey: @Sendable () async throws -> [UInt8]
    /// Nil until the first use of the key: a gateway can start without its database.
    private let cached = Mutex<ConfirmationTokens?>(nil)

    init(
        lifetime: Duration, log: PostgresEventLog, now: @escaping @Sendable () -> Timestamp,
        key: @escaping @Sendable () async throws -> [UInt8]
    ) {
        self.lifetime = lifetime
        self.log = log
        self.now = now
        readKey = key
    }

    /// Acts if the request has a confirmation, and asks otherwise.
    func pass<Output: Sendable>(_ required: consuming ConfirmationRequired<Output>, for call: Call) async throws -> Output {
        let confirmation = try await confirmation(of: required.subject, prompt: required.prompt, for: call)
        return try await required.confirm(by: confirmation)
    }

    /// Asks unless the request has a confirmation. Does nothing else.
    func check(_ subject: ConfirmationSubject, prompt: ConfirmationPrompt, for call: Call) async throws {
        _ = try await confirmation(of: subject, prompt: prompt, for: call)
    }

    private func confirmation(
        of subject: ConfirmationSubject, prompt: ConfirmationPrompt, for call: Call
    ) async throws -> Confirmation {
        let tokens = try await tokens()
        let actor = "\(call.tenant)/\(call.principal.actor)"
        guard let token = call.request.headers[Self.header] else {
            throw Problem.confirmationRequired(prompt, tokens.issue(for: subject, actor: actor, at: now()))
        }
        do throws(ConfirmationFault) {
            return try tokens.confirmation(from: token, for: subject, actor: actor, at: now())
        } catch {
            guard error == .mismatch else { throw error }
            return try tokens.confirmation(
                from: token, for: subject, orVersions: await same(as: subject.version, call), actor: actor, at: now())
        }
    }

    /// The versions that differ from this one only by refused files: a token for one of these is for the same subject.
    private func same(as version: Int, _ call: Call) async -> [Int] {
        guard let submission = try? call.submission(), version > 1,
            let events = try? await log.events(
                of: submission, afterSequence: max(0, version - RefusalBounds.perHour), limit: RefusalBounds.perHour)
        else { return [] }
        let refused = events.reversed().prefix { $0.type == .uploadRefused && $0.tenant == call.tenant && $0.sequence <= version }
        return refused.map { $0.sequence - 1 }
    }

    private func tokens() async throws -> ConfirmationTokens {
        if let tokens = cached.withLock({ $0 }) { return tokens }
        guard let tokens = ConfirmationTokens(key: try await readKey(), lifetime: lifetime) else {
            throw StoreError(
                code: .corrupt, isRetriable: false, description: "The key for confirmations cannot be used.",
                detail: "the key is shorter than \(ConfirmationTokens.minimumKeyLength) bytes")
        }
        cached.withLock { $0 = tokens }
        return tokens
    }
}

extension GatewayServices {
    /// Carries out a prepared change if the request confirms it.
    func carryOut(_ preparation: consuming Preparation, for call: Call) async throws -> Submission {
        switch consume preparation {
        case .confirmationRequired(let required): try quotas.counting(try await confirmations.pass(required, for: call)).made()
        case .conflict(let current): throw Problem.preconditionFailed(current)
        case .refused(let refusal): throw Problem(refusal)
        case .notFound: throw Problem.notFound
        }
    }

    /// Asks about a prepared change, and carries nothing out.
    func ask(_ preparation: consuming Preparation, for call: Call) async throws {
        switch consume preparation {
        case .confirmationRequired(let required):
            try await confirmations.check(required.subject, prompt: required.prompt, for: call)
        case .conflict(let current): throw Problem.preconditionFailed(current)
        case .refused(let refusal): throw Problem(refusal)
        case .notFound: throw Problem.notFound
        }
    }
}
