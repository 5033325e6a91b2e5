import Domain
import EventLoop
import Shared
import Support

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
            let script = script
            try await insisting { connection in
                try await connection.insert(script.draft)
                return true
            }
            try await change("add document") { try $0.addDocument(script.document, NewDocument(type: "letter")) }
            try await change("add page") { try $0.addPage(script.page, script.file(0), to: script.document) }
            try await change("submit") { try $0.submit() }
            world.oracle.accepted(script.id)
            if let withdrawal = script.withdrawal {
                try await pause(withdrawal)
                if try await change("withdraw", { try $0.withdraw() }) { world.oracle.withdrawn(script.id) }
            }
            try await replaceWhatIsRefused()
        } catch {
            // The simulation is over.
        }
    }

    private func replaceWhatIsRefused() async throws {
        var number = 0
        while let state = world.database.store.submission(script.id)?.state, !state.isEnd {
            if state == .needsInput {
                number += 1
                let (script, file) = (script, script.file(number))
                try await change("replace page") { try $0.replacePage(script.page, of: script.document, with: file) }
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
        try await insisting { try await $0.change(script.id, what, decide) }
    }

    @discardableResult
    private func insisting(_ body: (DatabaseConnection) async throws -> Bool) async throws -> Bool {
        while true {
            let gateways = world.processes.filter { process in
                process.name.hasPrefix("gateway") && process.incarnation.map { !$0.host.isStopped } ?? false
            }
            if let gateway = world.draw({ $0.pick(gateways) }), let connection = gateway.connection,
                let incarnation = gateway.incarnation
            {
                do {
                    let isMade = try await body(connection)
                    if !world.broker.strikes(world.faults.wakesForgotten) { incarnation.wake.notify() }
                    return isMade
                } catch is StoreError {
                    // Again, at whichever gateway answers.
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
