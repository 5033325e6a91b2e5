import Domain
import FoundationEssentials
import HTTPServer
import PostgresStore
import Shared

extension GatewayServices {
    private static let shownChanges = 100

    /// Adds to a 412 the events since the version that the client knows.
    func explainingConflicts(
        of call: Call, _ handle: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await handle()
        } catch let problem as Problem {
            throw await explained(problem, of: call)
        }
    }

    private func explained(_ problem: Problem, of call: Call) async -> Problem {
        guard problem.kind == .preconditionFailed, case .integer(let current)? = problem.extensions["currentVersion"],
            let known = try? call.requiredVersion(), known < current, let submission = try? call.submission(),
            let changes = try? await events.log.events(of: submission, afterSequence: known, limit: Self.shownChanges)
        else { return problem }
        var problem = problem
        problem.extensions["yourVersion"] = .integer(known)
        problem.extensions["changes"] = .array(
            changes.filter { $0.tenant == call.tenant }.map { event in
                var members: [String: ProblemValue] = [
                    "id": .string(event.id.description), "type": .string(event.type.rawValue),
                    "version": .integer(event.sequence), "time": .string(Timestamp(event.time).description),
                ]
                let parts = try? JSONDecoder().decode(ChangedParts.self, from: Data(event.payload))
                members["document"] = parts?.data.document.map { .string($0.description) }
                members["page"] = parts?.data.page.map { .string($0.description) }
                return .object(members)
            })
        return problem
    }
}

/// The part that an event is about, if any.
private struct ChangedParts: Decodable {
    struct Parts: Decodable {
        let document: DocumentID?
        let page: PageID?
    }

    let data: Parts
}
