import DocketStore
import EventLoop
import ServiceRuntime
import Shared
import Telemetry

/// Gives up drafts that nobody went on with within the journey's retention, as each answer about them has announced.
///
/// One gateway of all does it: the one with the smallest id whose lease is alive. Should two believe so for a moment, no harm
/// is done: each step is guarded by the submission's version.
struct DraftExpiry: ServiceComponent {
    let name = "draft-expiry"
    let store: SubmissionStore
    let leases: any LeaseStore
    let instance: InstanceID
    let loop: EventLoop
    let logger: Logger
    var interval = Duration.seconds(60)
    private let stopping = AsyncSignal<Void>()

    private static let batch = 100

    init(
        _ store: SubmissionStore, leases: any LeaseStore, instance: InstanceID, on loop: EventLoop, logger: Logger,
        every interval: Duration = .seconds(60)
    ) {
        self.store = store
        self.leases = leases
        self.instance = instance
        self.loop = loop
        self.logger = logger
        self.interval = interval
    }

    func run() async throws {
        while stopping.value == nil {
            do {
                if try await isMine() { try await sweep() }
            } catch {
                logger.warning("expired drafts stay for now", ["error": .string(String(describing: error))])
            }
            // Ends early when the service stops.
            _ = try? await withDeadline(interval, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    func stop() async { stopping.send() }

    private func isMine() async throws -> Bool {
        let gateways = try await leases.liveInstances().filter { $0.service == "gateway" }.map(\.instance)
        return gateways.min { $0.description < $1.description } == instance
    }

    /// Gives up all whose time is over; how many they were.
    @discardableResult
    func sweep() async throws -> Int {
        var sum = 0
        while stopping.value == nil {
            let expired = try await store.expired(limit: Self.batch)
            var count = 0
            for (submission, tenant) in expired where stopping.value == nil {
                count += try await giveUp(submission, of: tenant) ? 1 : 0
            }
            sum += count
            // What stays, such as a row that cannot be read, is looked at again next time.
            if count < Self.batch { break }
        }
        return sum
    }

    private func giveUp(_ submission: SubmissionID, of tenant: TenantID) async throws -> Bool {
        let preparation = try await store.expire(submission, tenant: tenant)
        switch consume preparation {
        case .confirmationRequired(let required):
            let answer = try await required.confirm(by: .expiry)
            guard case .done = answer else { return false }
            logger.info(
                "draft given up: its time is over",
                ["submission": .string(submission.description), "tenant": .string(tenant.rawValue)])
            return true
        default:
            return false
        }
    }
}
