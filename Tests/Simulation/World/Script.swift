import Domain
import FoundationEssentials
import Shared
@testable import Support

/// What one submission is to go through, and where it has to end.
struct Script: Sendable {
    enum Course: Sendable, Hashable {
        case accepted
        /// Its document is refused once, replaced and submitted again.
        case replacedOnce
        /// Its document is refused each time.
        case refused
        /// The stage's first tries fail by themselves.
        case flaky(Stage, failures: Int)
        /// The stage's first try takes longer than it may.
        case slow(Stage)
        /// The stage can make nothing of it.
        case broken(Stage)
        /// Each try ends the process.
        case poison(Stage)
    }

    let id: SubmissionID
    let page: PageID
    let course: Course
    /// Whether its pages are read once they are made.
    let isRead: Bool
    /// When its person begins.
    let start: Duration
    /// When its person gives up, after being accepted; nil for never.
    let withdrawal: Duration?
    /// How long the new draft is kept if nobody goes on with it.
    let lifetime: Duration
    /// How long its person takes before they go on with it: about as long, where it is kept for a short time.
    let hesitation: Duration
    /// Whether its person sends what has a key twice at once.
    let isImpatient: Bool

    init(_ generator: inout SeededGenerator, allowsPoison: Bool) {
        func uuid(_ generator: inout SeededGenerator) -> UUID {
            let (high, low) = (generator.next(), generator.next())
            func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (index * 8)) }
            return UUID(
                uuid: (
                    byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                    byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                    byte(low, 6), byte(low, 7)
                ))
        }
        id = SubmissionID(uuid(&generator))
        page = PageID(uuid(&generator))
        isRead = generator.chance(0.3)
        let late: Stage = isRead && generator.chance(0.5) ? .reading : .normalization
        let stage: Stage = generator.chance(0.5) ? .validation : late
        course =
            switch generator.number(below: 20) {
            case 0..<3: .replacedOnce
            case 3: .refused
            case 4..<7: .flaky(stage, failures: 1 + generator.number(below: 2))
            case 7: .slow(stage)
            case 8: .broken(stage)
            case 9: allowsPoison ? .poison(stage) : .accepted
            default: .accepted
            }
        start = generator.duration(.zero ... .seconds(12))
        withdrawal = generator.chance(0.1) ? generator.duration(.zero ... .seconds(10)) : nil
        let isShort = generator.chance(0.15)
        lifetime = isShort ? generator.duration(.seconds(3) ... .seconds(12)) : .seconds(86_400)
        hesitation = isShort ? generator.duration(.seconds(1) ... .seconds(20)) : .zero
        isImpatient = generator.chance(0.2)
    }

    /// Where it ends if it is not withdrawn.
    var end: SubmissionState {
        switch course {
        case .accepted, .replacedOnce, .flaky, .slow: .accepted
        case .refused: .rejected
        case .broken, .poison: .failed
        }
    }

    /// Whether validation refuses what is submitted for the `attempt`th time.
    func isRefused(attempt: Int) -> Bool {
        switch course {
        case .replacedOnce: attempt == 1
        case .refused: true
        default: false
        }
    }

    /// A third of the submissions is another tenant's.
    var tenant: TenantID { id.uuid.uuid.0 % 3 == 0 ? "globex" : .standard }

    /// As the gateway makes it at that moment.
    func draft(at now: Date) -> Submission {
        Submission(
            id: id, tenant: tenant, journey: SampleSubmissions.journey.id, journeyVersion: SampleSubmissions.journey.version,
            createdAt: Timestamp(now), expiresAt: Timestamp(now.adding(lifetime)))
    }

    func file(_ number: Int) -> OriginalFile {
        OriginalFile(
            digest: ContentDigest(of: Array("\(page) \(number)".utf8)), size: 100 + number, mediaType: .jpeg,
            receivedAt: Timestamp(SimulatedHost.epoch))
    }
}
