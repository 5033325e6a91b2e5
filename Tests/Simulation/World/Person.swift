import Domain
import EventLoop
import ServiceRuntime
import Shared
@testable import Support

/// Whoever hands a submission in: tries again until somebody has said yes, and replaces what is refused.
struct Person: Sendable {
    private let script: Script
    private let world: World

    init(_ script: Script, in world: World) {
        self.script = script
        self.world = world
    }

    func live() async {
        defer { world.personLeft() }
        do {
            try await pause(script.start)
            let (script, world) = (script, world)
            try await insisting { gateway in try await gateway.connection.insert(script.draft(at: world.database.store.now())) }
            try await pause(script.hesitation)
            guard let document = try await addDocument() else { return world.oracle.tooLate(script.id) }
            world.oracle.continued(script.id)
            try await change("add page") { try $0.addPage(script.page, script.file(0), to: document) }
            try await change("submit") { try $0.submit() }
            world.oracle.accepted(script.id)
            if let withdrawal = script.withdrawal {
                try await pause(withdrawal)
                if try await change("withdraw", { try $0.withdraw() }) { world.oracle.withdrawn(script.id) }
            }
            try await replaceWhatIsRefused(document)
        } catch {
            // The simulation is over.
        }
    }

    /// Nil when the draft is there no more. Whoever is impatient sends the request twice at once, to whichever gateways.
    private func addDocument() async throws -> DocumentID? {
        guard let key = IdempotencyKey("\(script.id)", tenant: script.tenant) else { return nil }
        return try await withThrowingTaskGroup(of: DocumentID?.self) { group in
            for _ in 0..<(script.isImpatient ? 2 : 1) {
                group.addTask { try await insisting { gateway in try await gateway.addDocument(to: script.id, key) } }
            }
            var documents: Set<DocumentID?> = []
            for try await document in group { documents.insert(document) }
            if documents.count > 1 { world.oracle.complain("\(script.id): one key was answered by \(documents.count) documents") }
            return documents.compactMap(\.self).min()
        }
    }

    private func replaceWhatIsRefused(_ document: DocumentID) async throws {
        var number = 0
        while let state = world.database.store.submission(script.id)?.state, !state.isEnd {
            if state == .needsInput {
                number += 1
                let (script, file) = (script, script.file(number))
                try await change("replace page") { try $0.replacePage(script.page, of: document, with: file) }
                try await change("submit") { try $0.submit() }
            }
            try await pause(.seconds(1))
        }
    }

    /// Whether the change was made by a call whose answer came: an earlier one may have made it, too.
    @discardableResult
    private func change(
        _ what: String, _ decide: @escaping @Sendable (SubmissionEditor) throws -> SubmissionEdit
    ) async throws -> Bool {
        let id = script.id
        return try await insisting { gateway in try await gateway.connection.change(id, what, decide) }
    }

    /// How long an answer is waited for. A gateway may go on with a request that nobody waits for any more.
    private static let patience = Duration.seconds(4)

    /// Again and again, at whichever gateway answers.
    @discardableResult
    private func insisting<Answer: Sendable>(
        _ body: @escaping @Sendable (SimulatedGateway) async throws -> Answer
    ) async throws -> Answer {
        while true {
            let gateways = world.processes.compactMap(\.gateway)
            if let gateway = world.draw({ $0.pick(gateways) }) {
                let reply = AsyncSignal<Result<Answer, any Error>>()
                let forgets = world.broker.strikes(world.faults.wakesForgotten)
                gateway.incarnation.host.spawn {
                    do {
                        let answer = try await body(gateway)
                        if !forgets { gateway.incarnation.wake.notify() }
                        reply.send(.success(answer))
                    } catch {
                        reply.send(.failure(error))
                    }
                }
                switch try await withTimeLimit(Self.patience, by: world.server, { try await reply.wait() }) {
                case .success(let answer): return answer
                case .failure(is StoreError), .failure(is CancellationError), nil: break
                case .failure(let error): throw error
                }
            }
            try await pause(world.draw { $0.duration(.milliseconds(100) ... .seconds(1)) })
        }
    }

    private func pause(_ duration: Duration) async throws {
        try await world.server.sleep(for: duration)
        if world.isOver { throw CancellationError() }
    }
}

extension SubmissionState {
    /// Nothing happens to it any more.
    var isEnd: Bool {
        switch self {
        case .accepted, .rejected, .failed, .withdrawn, .expired: true
        case .draft, .submitted, .processing, .needsInput, .inReview: false
        }
    }
}
