import Domain
import EventLoop
import PostgresStore
import Shared
import Telemetry
import Webhooks

/// Tells endpoints that want it of the newest head of their tenant's log.
///
/// One process is enough for it. Two that tell the same head tell it with the same id.
struct HeadNews: Sendable {
    /// Heads are signed each minute.
    static let interval = Duration.seconds(15)
    private static let batch = 100
    private static let atOnce = 16

    private let heads: EndpointHeads
    private let directory: any EndpointDirectory
    private let sender: WebhookSender
    private let logger: Logger
    private let told: Counter

    init(
        _ heads: EndpointHeads, _ directory: any EndpointDirectory, _ sender: WebhookSender, logger: Logger,
        metrics: MetricsRegistry
    ) {
        (self.heads, self.directory, self.sender, self.logger) = (heads, directory, sender, logger)
        told = metrics.counter(
            "docket_custody_heads_told_total", "Attempts to tell an endpoint of a head of its tenant's log, by how they ended.",
            labels: ["end"])
    }

    /// Tells all that is due, until `isOver`.
    func tellAll(until isOver: @escaping @Sendable () -> Bool) async throws {
        while !isOver() {
            let due = try await heads.due(limit: Self.batch)
            let ended = try await due.concurrentMap(atMost: Self.atOnce) { head in
                isOver() ? false : try await tell(head)
            }
            // What was not ended is due at once again, and waits for the next turn.
            if due.count < Self.batch || !ended.contains(true) { break }
        }
    }

    /// Whether the attempt was ended.
    private func tell(_ head: UntoldHead) async throws -> Bool {
        guard let event = try? CanonicalJSON.decode(CustodyHeadEvent.self, from: head.payload) else {
            logger.error(
                "a head is no event that can be told; docket verify --log says what else is wrong with its log",
                ["tenant": .string(head.tenant.rawValue), "head": .init(head.number)])
            return false
        }
        let endpoint = try await directory.endpoints(of: head.tenant).first { $0.id == head.endpoint.description }
        // Whoever has just removed or disabled it wants no more.
        guard let endpoint, endpoint.isEnabled else { return false }
        guard let told = await send(head, event, to: endpoint) else { return false }
        try await heads.end(head, event: event.id, told.end)
        note(told, head)
        return true
    }

    private func send(_ head: UntoldHead, _ event: CustodyHeadEvent, to endpoint: WebhookEndpoint) async -> ToldDelivery? {
        let signer: WebhookSigner
        do throws(StoreError) { signer = try endpoint.signer.get() } catch { return .unsigned(error) }
        let now = Timestamp(sender.time.now)
        let request = endpoint.request(for: event, as: head.payload, signedBy: signer, at: now)
        return await sender.send(request, attempt: head.attempt).map { ToldDelivery(end: $0.end, cause: $0.cause) }
    }

    private func note(_ end: ToldDelivery, _ head: UntoldHead) {
        var fields: [String: LogValue] = [
            "endpoint": .string(head.endpoint.description), "head": .init(head.number), "attempt": .init(head.attempt),
        ]
        if let cause = end.cause { fields["cause"] = .string(cause) }
        switch end.end {
        case .delivered:
            told.increment(["delivered"])
            logger.debug("an endpoint was told of a head", fields)
        case .retry(_, _, let error), .postponed(_, let error), .givenUp(_, let error):
            told.increment(["failed"])
            logger.warning(
                "an endpoint was not told of a head; the newest one is tried again later",
                fields.merging(["error": .string(error)]) { $1 })
        }
    }
}
