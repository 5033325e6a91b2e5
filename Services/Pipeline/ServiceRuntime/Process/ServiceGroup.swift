import EventLoop
import Synchronization
import Telemetry

/// The components of a service. They start in order and stop in reverse, so that each may rely on earlier ones.
struct ServiceGroup: Sendable {
    let components: [any ServiceComponent]
    let loop: EventLoop
    let logger: Logger
    /// The time for all components together to stop.
    let grace: Duration

    /// Why the service ended.
    enum Ending: Sendable {
        case asked
        case failed(component: String, reason: String)
    }

    /// Runs all components until `stop` is sent or one fails.
    func run(until stop: AsyncSignal<String>) async -> Ending {
        let failure = AsyncSignal<(component: String, reason: String)>()
        let isStopping = Atomic<Bool>(false)
        var started: [(component: any ServiceComponent, task: Task<Void, Never>)] = []
        var ending = Ending.asked

        for component in components where stop.value == nil {
            do {
                try await component.start()
            } catch {
                ending = .failed(component: component.name, reason: "could not start: \(OperatorWords.of(error))")
                break
            }
            let task = loop.spawn { [logger] in
                do {
                    try await component.run()
                    if isStopping.load(ordering: .acquiring) { return }
                    if failure.send((component.name, "ended by itself")) { stop.send("a part has ended") }
                } catch {
                    if isStopping.load(ordering: .acquiring) {
                        logger.warning(
                            "a part failed while stopping",
                            ["part": .string(component.name), "error": .string(OperatorWords.of(error))])
                    } else if failure.send((component.name, OperatorWords.of(error))) {
                        stop.send("a part has failed")
                    }
                }
            }
            started.append((component, task))
        }

        if case .asked = ending {
            logger.info("running", ["parts": .string(started.map(\.component.name).joined(separator: " "))])
            let reason = await stop.waitUncancelled()
            logger.info("stopping", ["because": .string(reason)])
            if let (component, reason) = failure.value { ending = .failed(component: component, reason: reason) }
        }
        isStopping.store(true, ordering: .releasing)
        await self.stop(started)
        return ending
    }

    /// The parts that have not ended.
    private final class Running: Sendable {
        private let left: Mutex<[String]>

        init(_ names: [String]) { left = Mutex(names) }

        /// The one that is waited for, and those that come after it.
        var names: (waited: String, others: String) {
            left.withLock { ($0.last ?? "", $0.dropLast().joined(separator: " ")) }
        }

        func ended(_ name: String) { left.withLock { $0.removeAll { $0 == name } } }
    }

    /// How long parts have to end that were cancelled.
    private static let patience = Duration.seconds(3)

    /// Returns after `grace` and ``patience`` at the latest: the process ends then, whatever a part still waits for.
    private func stop(_ started: [(component: any ServiceComponent, task: Task<Void, Never>)]) async {
        let running = Running(started.map(\.component.name))
        let ended = AsyncSignal<Void>()
        let stopping = loop.spawn {
            for (component, _) in started.reversed() { component.stopTaking() }
            for (component, task) in started.reversed() {
                await component.stop()
                await task.value
                running.ended(component.name)
            }
            ended.send()
        }
        if (try? await withDeadline(grace, on: loop, { try await ended.wait() })) != nil { return }
        logger.error(
            "some parts did not stop in time; what they had begun will be taken up by another process",
            [
                "limit": .string(String(describing: grace)), "part": .string(running.names.waited),
                "not_asked": .string(running.names.others),
            ])
        // Who still waits in a `stop` of its own is not waited for either: those that come after it are to be asked.
        stopping.cancel()
        for (_, task) in started { task.cancel() }
        _ = try? await withDeadline(Self.patience, on: loop) { try await ended.wait() }
    }
}
