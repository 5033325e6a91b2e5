internal import Domain
package import PostgresStore
package import Shared

/// A line of a submission's story.
package struct StoryLine: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Codable {
        case event, reason, published, work, retry, parked
        case deadLetter = "dead-letter"
        case told, act
        /// A cause that keeps the awaited stage from its work.
        case held
    }

    package let kind: Kind
    package let time: Timestamp
    /// The name in the pipeline: an event's type, a rule, a stage, a channel.
    package let what: String
    /// The event's sequence; nil for an act of a person.
    package let sequence: Int?
    /// The record's place, such as `docket.submitted[2]@17`.
    package let record: String?
    /// A note: an error, a receiver, an actor.
    package let note: String?
    /// The duration since its cause, in milliseconds.
    package let milliseconds: Int64?
    package let isBad: Bool

    package init(
        kind: Kind, time: Timestamp, what: String, sequence: Int?, record: String?, note: String?, milliseconds: Int64?,
        isBad: Bool
    ) {
        (self.kind, self.time, self.what, self.sequence) = (kind, time, what, sequence)
        (self.record, self.note, self.milliseconds, self.isBad) = (record, note, milliseconds, isBad)
    }
}

/// The time of a submission in one state.
package struct StageTime: Sendable, Hashable, Codable {
    package let state: String
    package let milliseconds: Int64
}

extension SubmissionStory {
    /// The lines in causal order: by time, and an event before its consequences at the same moment.
    package var lines: [StoryLine] {
        let sequences = Dictionary(events.map { ($0.id, $0.sequence) }, uniquingKeysWith: { first, _ in first })
        let published = Dictionary(
            events.compactMap { event in event.published.map { (event.id, $0.at) } }, uniquingKeysWith: { first, _ in first })
        let times = Dictionary(events.map { ($0.id, $0.time) }, uniquingKeysWith: { first, _ in first })
        var lines: [StoryLine] = []
        for (place, event) in events.enumerated() {
            lines.append(
                StoryLine(
                    kind: .event, time: event.time, what: EventWords.shortType(event.type.rawValue), sequence: event.sequence,
                    record: nil, note: nil, milliseconds: place > 0 ? events[place - 1].time.milliseconds(to: event.time) : nil,
                    isBad: event.type == .submissionFailed || event.type == .submissionRejected))
            lines += event.reasons.map { $0.line(event) }
            if let topic = event.topic, let there = event.published {
                lines.append(
                    StoryLine(
                        kind: .published, time: there.at, what: topic, sequence: event.sequence, record: there.record(on: topic),
                        note: nil, milliseconds: event.time.milliseconds(to: there.at), isBad: false))
            }
        }
        lines += attempts.map { $0.line(sequences[$0.event], since: published[$0.event] ?? times[$0.event]) }
        for letter in deadLetters {
            lines.append(
                StoryLine(
                    kind: .deadLetter, time: letter.failedAt, what: letter.stage.rawValue, sequence: sequences[letter.event],
                    record: letter.published?.record(on: Topic.deadLetters.name),
                    note: "given up after \(letter.attempts) attempts: \(letter.code): \(letter.problem)",
                    milliseconds: times[letter.event].map { $0.milliseconds(to: letter.failedAt) }, isBad: true))
        }
        for telling in deliveries { lines += telling.lines(sequences[telling.event], since: times[telling.event]) }
        lines += acts.map {
            StoryLine(
                kind: .act, time: $0.time, what: $0.action, sequence: nil, record: nil,
                note: "by \($0.actor)\($0.note.map { ": \($0)" } ?? "")", milliseconds: nil, isBad: false)
        }
        return lines.enumerated().sorted { left, right in
            (left.element.time, left.element.rank, left.offset) < (right.element.time, right.element.rank, right.offset)
        }.map(\.element)
    }

    /// The times in all states so far, in order. The last state lasts until `now`; it is left out once the story has
    /// ended.
    package func stageTimes(at now: Timestamp) -> [StageTime] {
        var entered: [(state: SubmissionState, at: Timestamp)] = [(.draft, createdAt)]
        for event in events {
            if let state = Self.states[event.type], state != entered.last?.state { entered.append((state, event.time)) }
        }
        return entered.enumerated().compactMap { place, step in
            let end = place + 1 < entered.count ? entered[place + 1].at : (hasEnded ? nil : now)
            return end.map { StageTime(state: step.state.rawValue, milliseconds: step.at.milliseconds(to: $0)) }
        }
    }

    /// Whether nothing more will happen by itself: no stage has work, and all deliveries have ended.
    package var hasEnded: Bool {
        guard state.isOutcome, let last = events.last else { return false }
        // The last event may still have to be published and planned: what is told of it is decided by a stage of its own.
        let isHandled = last.topic == nil || attempts.contains { $0.event == last.id } || erasedAt != nil
        return isHandled && attempts.allSatisfy { $0.state != "pending" } && deliveries.allSatisfy { $0.state != .pending }
    }

    /// The stages that the submission waits for: those with an unfinished event.
    package var awaitedStages: Set<Stage> {
        guard !hasEnded else { return [] }
        return Set(
            events.compactMap { event -> Stage? in
                guard event.topic != nil, let stage = event.type.stage else { return nil }
                return attempts.contains { $0.event == event.id && $0.stage == stage && $0.state != "pending" } ? nil : stage
            })
    }

    /// The reasons of the event that led to its state.
    package var reasons: [Reason] { events.last { Self.states[$0.type] == state }?.reasons ?? [] }

    /// The stage that gave it up last, and why.
    package var givenUpBecause: String? {
        attempts.last { $0.state == "parked" }.map { "\($0.stage.rawValue): \($0.error ?? "unknown cause")" }
    }

    private static let states = Dictionary(
        SubmissionState.allCases.map { (EventType(entering: $0), $0) }, uniquingKeysWith: { first, _ in first })
}

extension StoryLine {
    /// Causes come first among lines at the same moment.
    fileprivate var rank: Int {
        switch kind {
        case .act: 0
        case .event: 1
        case .reason: 2
        case .published: 3
        case .retry, .work: 4
        case .parked, .deadLetter: 5
        case .told: 6
        case .held: 7
        }
    }
}

extension Reason {
    /// The document, the rule, and what would have satisfied it.
    fileprivate func line(_ event: SubmissionStory.Event) -> StoryLine {
        StoryLine(
            kind: .reason, time: event.time, what: "\(rule)", sequence: event.sequence, record: nil,
            note: [documentType.map { "\($0)" }, document.map { "\($0)" }, "expected \(expected)"].compactMap(\.self).joined(
                separator: ": "), milliseconds: nil, isBad: severity == .refuse)
    }
}

extension SubmissionStory.Published {
    fileprivate func record(on topic: String) -> String { "\(topic)[\(partition)]@\(offset)" }
}

extension SubmissionStory.Work {
    fileprivate func line(_ sequence: Int?, since start: Timestamp?) -> StoryLine {
        let (kind, note): (StoryLine.Kind, String) =
            switch state {
            case "parked": (.parked, "parked after \(attempts) attempts\(error.map { ": \($0)" } ?? "")")
            case "done":
                (.work, "done\(attempts > 1 ? " after \(attempts) attempts" : "")\(error.map { "; before that: \($0)" } ?? "")")
            default:
                if let retryAt, !isRunning {
                    (
                        .retry,
                        (attempts > 0 ? "attempt \(attempts) failed" : "put off") + ", the next one at \(retryAt)"
                            + (error.map { ": \($0)" } ?? "")
                    )
                } else {
                    (.work, isRunning ? "under way" : "waits for a worker")
                }
            }
        return StoryLine(
            kind: kind, time: changedAt, what: stage.rawValue, sequence: sequence, record: nil, note: note,
            milliseconds: start.map { $0.milliseconds(to: changedAt) }, isBad: kind == .parked || kind == .retry)
    }
}

extension SubmissionStory.Telling {
    fileprivate func lines(_ sequence: Int?, since start: Timestamp?) -> [StoryLine] {
        let place = "\(channel) \(endpoint)"
        let isQuestion = channel == DeliveryKey.callOuts
        var lines = tries.map { tried in
            StoryLine(
                kind: .told, time: tried.at.adding(.milliseconds(tried.milliseconds)), what: place, sequence: sequence,
                record: nil,
                note: "try \(tried.attempt): \(tried.status.map { "status \($0)" } ?? tried.error ?? "no answer")",
                milliseconds: Int64(tried.milliseconds), isBad: tried.error != nil)
        }
        let end: String =
            switch state {
            case .delivered: isQuestion ? "answered" : "told"
            case .givenUp: "given up after \(attempts) tries\(error.map { ": \($0)" } ?? "")"
            case .pending: nextAt.map { "is tried at \($0)" } ?? (isQuestion ? "is being asked" : "is being told")
            }
        lines.append(
            StoryLine(
                kind: .told, time: changedAt, what: place, sequence: sequence, record: nil, note: end,
                milliseconds: start.map { $0.milliseconds(to: changedAt) }, isBad: state == .givenUp))
        return lines
    }
}

extension Timestamp {
    fileprivate func milliseconds(to later: Timestamp) -> Int64 { max(0, later.millisecondsSinceEpoch - millisecondsSinceEpoch) }
}
