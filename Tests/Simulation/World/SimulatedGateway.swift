import Domain
import EventLoop
import ServiceRuntime
import Shared
import Support

/// What a gateway does of its own: answers requests, and gives up drafts that nobody went on with. There are one or several of them.
struct SimulatedGateway: Sendable {
    let connection: DatabaseConnection
    let incarnation: Incarnation
    let world: World

    init(_ connection: DatabaseConnection, _ incarnation: Incarnation, in world: World) {
        (self.connection, self.incarnation, self.world) = (connection, incarnation, world)
    }

    // MARK: - Requests

    /// Adds a document under a number that it makes up, once for each key. The request takes its time, and at times more than a
    /// claim is held that is not renewed. Nil when the submission takes no document (any more).
    func addDocument(to submission: SubmissionID, _ key: IdempotencyKey) async throws -> DocumentID? {
        let fingerprint = ContentDigest(of: Array("POST \(submission)".utf8))
        switch try await connection.claim(key, fingerprint: fingerprint) {
        // 409: the client comes again.
        case .running: throw StoreError.unavailable
        case .answered(let answer, _): return DocumentID(String(decoding: answer.body, as: UTF8.self))
        case .claimed(let claim):
            let host = incarnation.host
            let holder = ClaimHolder(connection, time: host, logger: world.logger(incarnation)) { body in
                await host.spawn(body).value
            }
            do {
                return try await holder.holding(claim) {
                    let document = DocumentID(world.drawID())
                    try await host.sleep(for: world.drawTransfer())
                    let keeping = AnswerKeeping(claim, fingerprint: fingerprint) { _, _ in
                        KeptAnswer(status: 201, headers: [], body: Array(document.description.utf8))
                    }
                    let isMade = try await connection.change(submission, "add document", keeping: keeping) {
                        try $0.addDocument(document, NewDocument(type: "letter"))
                    }
                    // An answer of 409 is not kept, and the key is free again.
                    guard isMade else { throw Refused() }
                    return document
                }
            } catch is Refused {
                return nil
            }
        }
    }

    private struct Refused: Error {}

    // MARK: - Sweeping

    /// Looks again and again, when it is its turn among all gateways. One that stood still goes on with what it had found before.
    func sweep(every interval: Duration, as keeper: LeaseKeeper) async {
        while (try? await incarnation.host.sleep(for: interval)) != nil {
            guard keeper.isEldest == true, let expired = try? await connection.expired() else { continue }
            for id in expired where !Task.isCancelled {
                _ = try? await connection.change(id, "expire") { try $0.expire() }
                incarnation.wake.notify()
            }
        }
    }
}
