/// A row of the times of a report.
struct ReportTime: Sendable {
    let name: String
    let meaning: String
    let histogram: LatencyHistogram
    /// Whether it is one of the requests by which a thing is sent.
    var isStep = false
}

extension ReplayReport {
    /// All measured times: of whole things, of their steps, and of the generator itself.
    var times: [ReportTime] {
        let whole = [
            ReportTime(name: "accepted", meaning: "from the intended start until the target took it", histogram: latency),
            ReportTime(name: about.ending, meaning: "from the intended start until that", histogram: outcomeLatency),
            ReportTime(
                name: "service alone",
                meaning: "its requests together, and nothing between them: what a closed loop would have told", histogram: service
            ),
        ]
        let each = ReplayStep.allCases.map { step in
            ReportTime(
                name: step.words, meaning: "this request alone", histogram: steps[step] ?? LatencyHistogram(), isStep: true)
        }
        let own = [
            ReportTime(name: "begun late by", meaning: "the generator's own delay", histogram: lateness),
            ReportTime(
                name: "drawn in", meaning: "the generator's own work on a page: part of no other time", histogram: drawing),
        ]
        return (whole + each + own).filter { !$0.histogram.isEmpty }
    }
}

extension Series {
    /// The most requests at the target at the same time; nil if nothing happened.
    var mostRequests: Int? { intervals.map(\.requests).max() }
}
