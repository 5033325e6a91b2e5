package import Domain
package import PostgresStore
package import ServiceRuntime
import Shared

/// An event in flight, in JSON, for the API and the command line.
package struct InFlightDescription: Codable, Sendable {
    package let submission: String
    package let event: String
    package let sequence: Int
    package let stage: String
    /// What moves it on, or why nothing does.
    package let kind: String
    package let explanation: String
    package let isStuck: Bool

    package init(_ item: InFlightItem, _ status: ItemStatus) {
        submission = item.submission.description
        event = item.key.eventID.description
        sequence = item.sequence
        stage = item.key.stage.rawValue
        switch status {
        case .moving(let mover): (kind, explanation, isStuck) = (mover.kind, mover.description, false)
        case .stuck(let cause): (kind, explanation, isStuck) = (cause.kind, cause.description, true)
        case .parked: (kind, explanation, isStuck) = ("parked", "it is parked", false)
        case .ended: (kind, explanation, isStuck) = ("ended", "it has ended", false)
        }
    }
}

/// Whether everything accepted is accounted for, in JSON.
package struct ReconcileDescription: Codable, Sendable {
    package struct Missing: Codable, Sendable {
        package let submission: String
        package let why: String
    }

    package let accepted: Int
    package let ended: [String: Int]
    package let inFlight: Int
    package let parked: Int
    package let missing: Int
    package let missingSubmissions: [Missing]
    package let moving: [String: Int]
    package let stuck: [String: Int]
    package let emitted: [String: Int]
    package let events: [InFlightDescription]
    package let deliveries: [String: Int]
    package let stuckDeliveries: [StuckDelivery]
    package let overdue: [Overdue]
    /// The causes that keep stages from their work, and faults of the brokers or the topics.
    package let paused: [Hindrance]
    package let kafka: [String]
    package let sound: Bool

    /// A delivery that nothing will make.
    package struct StuckDelivery: Codable, Sendable {
        package let event: String
        package let channel: String
        package let endpoint: String
    }

    /// An undelivered outcome past its deadline.
    package struct Overdue: Codable, Sendable {
        package let event: String
        package let submission: String
        package let since: String
        package let why: String
    }

    package init(
        _ report: AuditReport, _ listed: [InFlightDescription], _ untold: [OverdueOutcome] = [], paused: [Hindrance] = [],
        kafka: [String] = []
    ) {
        self.paused = paused
        self.kafka = kafka
        overdue = untold.map {
            Overdue(
                event: $0.event.description, submission: $0.submission.description, since: $0.time.description,
                why: $0.why.rawValue)
        }
        accepted = report.accepted
        ended = Dictionary(uniqueKeysWithValues: report.ended.map { ($0.key.rawValue, $0.value) })
        inFlight = report.inFlight
        parked = report.parked
        missing = report.missing
        missingSubmissions = report.missingSubmissions.map { Missing(submission: $0.0.description, why: $0.1) }
        moving = report.events.moving
        stuck = report.events.stuck
        emitted = report.emitted
        events = listed
        deliveries = [
            "pending": report.deliveries.pending, "delivered": report.deliveries.delivered,
            "givenUp": report.deliveries.givenUp, "stuck": report.deliveries.stuck.count,
        ]
        stuckDeliveries = report.deliveries.stuck.map {
            StuckDelivery(event: $0.eventID.description, channel: $0.channel, endpoint: $0.endpoint)
        }
        sound = report.isSound
    }
}
