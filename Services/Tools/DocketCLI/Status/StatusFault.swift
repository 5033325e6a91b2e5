import Operations
import ServiceRuntime

/// A fault that an operator should look at first.
struct StatusFault: Sendable, Equatable {
    /// Whether work has stopped or cannot be observed; otherwise it only needs attention.
    let isBad: Bool
    let words: String
}

extension StatusReport {
    /// The faults, the worst first. Pure.
    func faults(version: String) -> [StatusFault] {
        var bad: [String] = []
        var attention: [String] = []
        if inFlight == nil { bad.append("the database does not answer") }
        bad += kafka ?? []
        bad += services.filter { !$0.isUp }.map { "\($0.service) does not answer" }
        bad += paused.map { "\($0.stage): \($0.words)" }
        for service in services {
            // That a stage rests is told above.
            let others = service.faults.filter { fault in !paused.contains { fault.hasPrefix("\($0.stage)-stage") } }
            if service.isReady == false {
                bad.append("\(service.service) is not ready\(others.isEmpty ? "" : ": \(others.joined(separator: "; "))")")
            } else {
                attention += others.map { "\(service.service): \($0)" }
            }
            if let other = service.version, other != version {
                attention.append("\(service.service) is of version \(other), and this docket of \(version)")
            }
            if let ahead = service.clockAhead, abs(ahead) > ClockComparison.tolerance {
                let seconds = Int(min(abs(ahead), 1e12).rounded())
                attention.append(
                    "the clock of \(service.service) is \(seconds) s \(ahead > 0 ? "ahead" : "behind"): set it by NTP")
            }
        }
        if let deadLetters, deadLetters > 0 {
            attention.append("\(deadLetters) dead letter\(deadLetters == 1 ? " waits" : "s wait") for somebody: docket dlq list")
        }
        return bad.map { StatusFault(isBad: true, words: $0) } + attention.map { StatusFault(isBad: false, words: $0) }
    }
}
