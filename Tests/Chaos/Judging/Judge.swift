import Shared

/// Compares what the clients know to have submitted with what their tenant was told. It asks the product nothing.
struct Judge: Sendable {
    /// A submit that a client knows to be accepted.
    private struct SubmitCall {
        let at: Double
        let expected: SubmissionState?
    }

    /// An outcome that the receiver was told of, once however often it came.
    private struct Told {
        let at: Double
        let type: String
        let sequence: Int
    }

    let steps: [Step]
    let webhooks: [Webhook]
    let strikes: [Strike]
    /// When the broker's nodes together took no records of some partition.
    var brokerAbsences: [Range<Double>] = []
    let streamed: [StreamedEvent]
    /// Requests that were refused without a reason that a person could act upon.
    let refusals: [String]

    func judgement() -> Judgement {
        var judgement = Judgement()
        for refusal in refusals { judgement.find(.refused, refusal) }
        judgeWebhooks(&judgement)
        judgeStream(&judgement)
        let submits = Dictionary(grouping: steps.filter { $0.what == .accepted }, by: \.submission)
            .mapValues { $0.map { SubmitCall(at: $0.at, expected: $0.state) } }
        let final = Dictionary(steps.filter { $0.what == .final }.map { ($0.submission, $0) }) { $1 }
        let erased = Set(steps.filter { $0.what == .erased }.map(\.submission))
        judgement.erased = erased.count
        let told = outcomes
        var spans: [(from: Double, to: Double)] = []
        for (submission, submits) in submits.sorted(by: { $0.key < $1.key }) {
            let outcomes = told[submission] ?? []
            judgement.accepted += submits.count
            for (index, submit) in submits.enumerated() {
                guard index < outcomes.count else {
                    let isEnded = final[submission]?.state?.isOutcome ?? false
                    let seen = final[submission]?.state?.rawValue ?? "gone"
                    judgement.find(
                        isEnded ? .lost : .stuck, "\(submission): submit \(index + 1) was never told of; it is \(seen)")
                    continue
                }
                judgement.ended += 1
                spans.append((submit.at, outcomes[index].at))
                if let expected = submit.expected, outcomes[index].type != Self.type(expected) {
                    judgement.find(.wrong, "\(submission): \(outcomes[index].type) where \(expected.rawValue) was due")
                }
            }
            if outcomes.count > submits.count {
                judgement.find(
                    .duplicate, "\(submission): \(outcomes.count) outcomes of \(submits.count) submits",
                    outcomes.count - submits.count)
            }
            judgeEnd(final[submission], outcomes.last, submission, isErased: erased.contains(submission), &judgement)
        }
        for (submission, outcomes) in told where submits[submission] == nil {
            judgement.find(.duplicate, "\(submission): told of without a submit", outcomes.count)
        }
        judgeStrikes(spans, &judgement)
        return judgement
    }

    // MARK: - Its parts

    private static func type(_ state: SubmissionState) -> String { "com.docket.submission.\(state.rawValue).v1" }

    /// By submission, in the order that they happened in.
    private var outcomes: [String: [Told]] {
        var first: [String: Webhook] = [:]
        for webhook in webhooks where first[webhook.id] == nil { first[webhook.id] = webhook }
        return Dictionary(grouping: first.values, by: \.submission).mapValues { webhooks in
            webhooks.map { Told(at: $0.at, type: $0.type, sequence: $0.sequence) }.sorted { $0.sequence < $1.sequence }
        }
    }

    /// What comes again is the same, byte for byte; all is signed; and of a submission nothing comes before what happened first.
    private func judgeWebhooks(_ judgement: inout Judgement) {
        judgement.webhooks = webhooks.count
        for (id, repeats) in Dictionary(grouping: webhooks, by: \.id) {
            judgement.repeats += repeats.count - 1
            if Set(repeats.map(\.digest)).count > 1 { judgement.find(.duplicate, "webhook \(id) came again with other bytes") }
        }
        for webhook in webhooks where !webhook.isSigned { judgement.find(.wrong, "webhook \(webhook.id) is not signed") }
        var latest: [String: Int] = [:]
        var seen: Set<String> = []
        for webhook in webhooks where seen.insert(webhook.id).inserted {
            if webhook.sequence < latest[webhook.submission] ?? 0 {
                judgement.find(.disordered, "\(webhook.submission): \(webhook.type) came late")
            }
            latest[webhook.submission] = max(latest[webhook.submission] ?? 0, webhook.sequence)
        }
    }

    /// Of each submission every version once, in order; and all that a webhook told of.
    private func judgeStream(_ judgement: inout Judgement) {
        judgement.streamed = streamed.count
        for (submission, events) in Dictionary(grouping: streamed, by: \.submission) {
            let sequences = events.map(\.sequence)
            if sequences != Array(1...sequences.count) {
                judgement.find(.streamed, "\(submission): the stream told \(sequences)")
            }
        }
        let ids = Set(streamed.map(\.id))
        for id in Set(webhooks.map(\.id)).subtracting(ids) {
            judgement.find(.streamed, "webhook \(id) is in no live stream")
        }
    }

    /// What there is when all is quiet is what was told last, with all its files; or nothing, where it was erased.
    private func judgeEnd(
        _ final: Step?, _ last: Told?, _ submission: String, isErased: Bool, _ judgement: inout Judgement
    ) {
        if let fault = final?.fault { judgement.find(isErased ? .readable : .lost, "\(submission): \(fault)") }
        guard let state = final?.state, let last, state.isOutcome, last.type != Self.type(state) else { return }
        judgement.find(.wrong, "\(submission) is \(state.rawValue), and \(last.type) was told last")
    }

    /// A fault's recovery has two parts: something is told of again; and the last submit that was in flight when it struck has
    /// been told of.
    private func judgeStrikes(_ spans: [(from: Double, to: Double)], _ judgement: inout Judgement) {
        let absences = absences
        for strike in strikes {
            let waits = spans.filter { $0.from <= strike.at && $0.to > strike.at }.map { $0.to - strike.at }
            let moving = waits.min() ?? 0
            let hindered = absences.reduce(0) { sum, absence in
                sum + max(0, min(absence.upperBound, strike.at + moving) - max(absence.lowerBound, strike.at))
            }
            judgement.strikes.append(
                Judgement.StrikeResult(
                    strike: strike, moving: moving, movingUnhindered: max(0, moving - hindered), recovery: waits.max() ?? 0))
        }
    }

    /// When something that all work needs was away. None overlaps another one.
    private var absences: [Range<Double>] {
        let away = strikes.filter { FaultKind(rawValue: $0.kind)?.takesAway == true && $0.over > $0.at }.map { $0.at..<$0.over }
        let all = (away + brokerAbsences).sorted { $0.lowerBound < $1.lowerBound }
        return all.reduce(into: []) { joined, next in
            guard let last = joined.last, next.lowerBound <= last.upperBound else { return joined.append(next) }
            joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
        }
    }
}
