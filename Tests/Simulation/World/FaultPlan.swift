import Shared
import Support

/// What goes wrong in one simulation. Each seed chooses which kinds of fault there are at all, so that every mixture of them
/// comes up, and none too.
struct FaultPlan: Sendable {
    /// The longest way over the network, one way.
    var slowest = Duration.milliseconds(20)

    // MARK: Shares of calls
    /// The database does not carry the call out.
    var databaseRefusals = 0.0
    /// It does not, and says that it never will: an error that passes all the same (SQLSTATE classes 22, 23, XX).
    var databaseRefusalsForGood = 0.0
    /// It does, and the answer is lost.
    var databaseRepliesLost = 0.0
    /// The message is not appended.
    var messagesLost = 0.0
    /// It is, and the report is lost.
    var reportsLost = 0.0
    /// The producer fails for good; what it had under way may have been appended.
    var producerFailures = 0.0
    /// The gateway dies between COMMIT and waking its relay.
    var wakesForgotten = 0.0

    /// The receiver of webhooks is busy.
    var webhooksRefused = 0.0
    /// It has taken the webhook in, and the answer is lost.
    var webhookRepliesLost = 0.0

    // MARK: How often
    var crashes = 0
    var terminations = 0
    /// SIGSTOP, and SIGCONT later: past lease and session as often as not.
    var stops = 0
    var clockJumps = 0
    var databaseOutages = 0
    var brokerOutages = 0
    var rebalances = 0
    /// All topics get more partitions.
    var growths = 0

    /// The broker loses everything that it holds, once.
    var erasesBroker = false

    /// Until a roll in the middle of the storm, some processes of the stage that handles this type are of a version that does not
    /// know it: they pass over what newer ones do not.
    var unknownType: EventType?

    /// The network alone: everything else works.
    static let none = FaultPlan()

    init() {}

    init(drawnFrom generator: inout SeededGenerator) {
        if generator.chance(0.3) { slowest = .milliseconds(500) }
        // One simulation in ten has nothing but a network.
        guard !generator.chance(0.1) else { return }
        func share(_ most: Double) -> Double { generator.chance(0.5) ? generator.fraction() * most : 0 }
        func count(_ most: Int) -> Int { generator.chance(0.5) ? 1 + generator.number(below: most) : 0 }
        databaseRefusals = share(0.1)
        databaseRepliesLost = share(0.1)
        messagesLost = share(0.2)
        reportsLost = share(0.2)
        producerFailures = share(0.05)
        wakesForgotten = share(0.3)
        crashes = count(5)
        terminations = count(2)
        stops = count(3)
        clockJumps = count(2)
        databaseOutages = count(2)
        brokerOutages = count(2)
        rebalances = count(3)
        erasesBroker = generator.chance(0.15)
        webhooksRefused = share(0.3)
        webhookRepliesLost = share(0.2)
        databaseRefusalsForGood = share(0.05)
        if generator.chance(0.15) {
            unknownType = generator.pick([
                .submissionValidated, .submissionNormalized, .submissionAccepted, .submissionNeedsInput, .submissionRejected,
            ])
        }
        growths = count(2)
    }

    /// Whether anything can make a webhook come more than once.
    var explainsRepeatedWebhook: Bool {
        webhookRepliesLost > 0 || databaseRefusals > 0 || databaseRefusalsForGood > 0 || databaseRepliesLost > 0 || crashes > 0
            || terminations > 0
            || stops > 0 || databaseOutages > 0 || unknownType != nil
    }

    /// Whether anything can make a process stop in good order with work in progress.
    var explainsAbandoning: Bool { terminations > 0 || erasesBroker || unknownType != nil }

    /// Whether anything can make an event be published more than once.
    var explainsRepetition: Bool {
        databaseRefusals > 0 || databaseRefusalsForGood > 0 || databaseRepliesLost > 0 || reportsLost > 0 || producerFailures > 0
            || crashes > 0
            || terminations > 0 || stops > 0 || databaseOutages > 0 || brokerOutages > 0 || erasesBroker || unknownType != nil
    }
}
