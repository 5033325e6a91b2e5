/// Stopping all processes.
extension Supervision {
    mutating func fail(_ failure: Failure) -> [Action] {
        switch phase {
        case .starting, .running:
            phase = .stopping(failure: failure, atOnce: false)
            return continueStopping()
        case .stopping, .stopped: return []
        }
    }

    mutating func stopRequested() -> [Action] {
        switch phase {
        case .starting, .running:
            phase = .stopping(failure: nil, atOnce: false)
            return continueStopping()
        case .stopping(let failure, atOnce: false):
            phase = .stopping(failure: failure, atOnce: true)
            let alive = plan.processes.filter { records[$0]?.pid != nil }
            return [.announce("stopping at once")] + alive.flatMap { lastStep(for: $0) }
        case .stopping, .stopped: return []
        }
    }

    /// Signals the next processes in the order, once all earlier ones have ended.
    mutating func continueStopping() -> [Action] {
        guard case .stopping(let failure, let atOnce) = phase else { return [] }
        for roles in StopSequence.order {
            let members = plan.processes.filter { roles.contains($0.role) && !(records[$0]?.isGone ?? true) }
            if members.isEmpty { continue }
            return members.flatMap { name -> [Action] in
                guard records[name]?.stopStep == nil else { return [] }
                return atOnce ? lastStep(for: name) : stopStep(0, for: name)
            }
        }
        phase = .stopped
        return [.finish(failure: failure)]
    }

    mutating func lastStep(for name: ProcessName) -> [Action] {
        stopStep(StopSequence.steps(for: name.role).count - 1, for: name)
    }

    mutating func stopStep(_ index: Int, for name: ProcessName) -> [Action] {
        let steps = StopSequence.steps(for: name.role)
        guard index < steps.count, let pid = records[name]?.pid else { return [] }
        records[name]?.stopStep = index
        let step = steps[index]
        return [
            .send(signal: step.signal, to: name, pid: pid, group: step.toGroup), .awaitGrace(name, step: index, step.grace),
        ]
    }

    mutating func graceEnded(_ name: ProcessName, step: Int) -> [Action] {
        guard records[name]?.stopStep == step, records[name]?.pid != nil else { return [] }
        let next = stopStep(step + 1, for: name)
        return next.isEmpty ? [] : [.announce("\(name) does not stop; insisting")] + next
    }
}
