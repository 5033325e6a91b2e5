import Domain
import FoundationEssentials
import ServiceRuntime
import Shared
import Testing

@Suite struct AuditStatusTests {
    private func audit(
        _ state: SubmissionState, newest: EventType? = nil, version: Int = 6, events: Int = 6, highest: Int = 6,
        isParked: Bool = false
    ) -> SubmissionAudit {
        SubmissionAudit(
            submission: .random(), state: state, version: version, newestStep: newest ?? EventType(entering: state),
            events: events, highestSequence: highest, isParked: isParked)
    }

    private func isMissing(_ audit: SubmissionAudit, _ items: [ItemStatus] = []) -> Bool {
        if case .missing = AuditStatus.of(audit, items: items) { true } else { false }
    }

    @Test(arguments: SubmissionState.allCases.filter(\.isOutcome)) func `an outcome that was told is an end`(
        _ state: SubmissionState
    ) {
        #expect(AuditStatus.of(audit(state), items: []) == .ended(state))
        #expect(AuditStatus.of(audit(state), items: [.moving(.retry(at: .distantFuture))]) == .inFlight)
        #expect(AuditStatus.of(audit(state, isParked: true), items: []) == .parked)
    }

    @Test(arguments: [SubmissionState.submitted, .processing]) func `on the way, something must move it`(_ state: SubmissionState)
    {
        #expect(isMissing(audit(state)))
        #expect(AuditStatus.of(audit(state), items: [.moving(.retry(at: .distantFuture))]) == .inFlight)
        #expect(AuditStatus.of(audit(state, isParked: true), items: []) == .parked)
        #expect(isMissing(audit(state), [.stuck(.notInOutbox), .moving(.retry(at: .distantFuture))]))
    }

    @Test func `what the row says is held against the log`() {
        #expect(isMissing(audit(.accepted, newest: .submissionValidated)))
        #expect(isMissing(audit(.accepted, events: 5)))
        #expect(isMissing(audit(.accepted, highest: 7)))
    }
}
