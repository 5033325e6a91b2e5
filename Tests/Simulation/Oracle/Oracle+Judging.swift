import Domain
import Shared
@testable import Support
import Synchronization

extension Oracle {
    // MARK: - What must have happened

    /// Whether nothing is under way any more.
    var hasSettled: Bool {
        store.state.withLock { state in
            scripts.allSatisfy { state.submissions[$0.id]?.state.isEnd ?? false }
                && state.outbox.allSatisfy { $0.published != nil }
                && state.deadLetters.allSatisfy { $0.published != nil }
                && state.items.values.allSatisfy { $0.status != .pending }
                && state.deliveries.values.allSatisfy { $0.state != .pending }
                && state.events.allSatisfy { event in
                    Stage.allCases.filter { !$0.isOfDrafts && $0.eventTypes.contains(event.type) }
                        .allSatisfy { state.items[WorkItemKey(stage: $0, eventID: event.id)] != nil }
                }
        }
    }

    func judge(broker: SimulatedBroker) {
        let (accepted, withdrawn, publications) = state.withLock { ($0.accepted, $0.withdrawn, $0.publications) }
        for script in scripts {
            let (submission, events) = store.state.withLock { state in
                (state.submissions[script.id], state.events.filter { $0.submission == script.id })
            }
            guard let submission else {
                complain("\(script.id) does not exist")
                continue
            }
            let who = "\(script.id) (\(script.course))"
            judgeDraft(submission, who, wasAccepted: accepted.contains(script.id))
            judgeEnd(of: submission, script, wasWithdrawn: withdrawn.contains(script.id), who)
            if events.map(\.sequence) != Array(2..<(submission.version + 1)) {
                complain("\(who): its events are \(events.map(\.sequence)) and its version is \(submission.version)")
            }
            let rounds = events.count { $0.type == .submissionSubmitted }
            let outcomes = events.count {
                Stage.notification.eventTypes.contains($0.type)
                    && ![.submissionWithdrawn, .submissionExpired].contains($0.type)
            }
            if outcomes != rounds, submission.state != .withdrawn || outcomes != rounds - 1 {
                complain("\(who): \(rounds) submits have \(outcomes) outcomes")
            }
            for type in [EventType.submissionValidated, .submissionNormalized] where events.count(where: { $0.type == type }) > 1
            {
                complain("\(who): \(type.rawValue) happened twice")
            }
            for event in events where event.topic != nil && publications[event.id] == nil {
                complain("\(who): \(event.type.rawValue) was never published")
            }
            judgeTelling(events, who)
        }
        judgeItems()
        judgeDeadLetters()
    }

    /// A draft is given up where nobody went on with it in time, and nowhere else. What has a key happens once.
    private func judgeDraft(_ submission: Submission, _ who: String, wasAccepted: Bool) {
        let (continued, tooLate) = state.withLock { ($0.continued, $0.tooLate) }
        let isGivenUp = submission.state == .expired
        if isGivenUp, continued.contains(submission.id) { complain("\(who) was given up, and its person had gone on with it") }
        if !isGivenUp, tooLate.contains(submission.id) { complain("\(who) was not given up, and its person was told so") }
        if !isGivenUp, !wasAccepted { complain("\(who) was never accepted") }
        if submission.documents.count > 1 { complain("\(who) has \(submission.documents.count) documents of one request") }
    }

    private func judgeEnd(of submission: Submission, _ script: Script, wasWithdrawn: Bool, _ who: String) {
        let isRight =
            wasWithdrawn
            ? submission.state == .withdrawn
            : submission.state == script.end || submission.state == .expired
                || (script.withdrawal != nil && submission.state == .withdrawn)
        if !isRight { complain("\(who) ended as \(submission.state.rawValue)") }
    }

    /// Each outcome was planned to be told once, and was told; nothing else was.
    private func judgeTelling(_ events: [RecordedEvent], _ who: String) {
        let told = state.withLock { $0.told }
        for event in events {
            let plans = store.state.withLock { state in state.deliveries.filter { $0.key.eventID == event.id }.map(\.value) }
            let expected = Stage.notification.eventTypes.contains(event.type) ? 1 : 0
            if plans.count != expected {
                complain("\(who): \(event.type.rawValue) was planned to be told \(plans.count) times")
            }
            if plans.contains(where: { $0.state != .delivered }) { complain("\(who): \(event.type.rawValue) was not told") }
            if expected == 1, told[event.id] == nil { complain("\(who): nobody was told of its \(event.type.rawValue)") }
        }
    }

    /// What is parked has one dead letter, which came to its topic; nothing else has one.
    private func judgeDeadLetters() {
        let (parked, notices) = store.state.withLock { state in
            (Set(state.items.filter { $0.value.status == .parked }.keys), state.deadLetters.map(\.row))
        }
        let published = state.withLock { $0.deadLetters }
        var counts: [WorkItemKey: Int] = [:]
        for row in notices {
            guard let event = row.notice.event else {
                complain("an event of the log was given up as a record that holds none")
                continue
            }
            counts[WorkItemKey(stage: row.notice.stage, eventID: event), default: 0] += 1
            if published[row.position] == nil {
                complain("a dead letter of the \(row.notice.stage.rawValue) was never published")
            }
        }
        for key in parked.union(counts.keys) where counts[key] != (parked.contains(key) ? 1 : nil) {
            complain("the \(key.stage.rawValue) of \(key.eventID) has \(counts[key] ?? 0) dead letters")
        }
    }

    /// Only what the scripts name is parked.
    private func judgeItems() {
        let items = store.state.withLock { $0.items }
        for (key, item) in items where item.status != .done {
            let script = scripts.first { $0.id == item.submission }
            if item.status == .parked, script?.end == .failed { continue }
            complain("\(key.stage.rawValue) left an item of \(item.submission) \(item.status): \(item.lastError ?? "begun")")
        }
    }
}
