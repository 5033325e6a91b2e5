import EventLoop
import FoundationEssentials
import Shared
import Synchronization

/// Stops fetching while no records arrive, if there are notifications. `watchEnds` finds records without a notification.
extension ConsumeLoop {
    func restFetching() async {
        guard let arrivals else { return }
        arrivals.observe(handler.stage.topic) { [weak self] in self?.goOnFetching() }
        while !Task.isCancelled {
            do {
                let now = time.now
                // Who would not be told goes on.
                if !arrivals.isHeard { _ = fetchRest.withLock { $0.heard(at: now) } }
                if let left = fetchRest.withLock({ $0.left(at: now) }) {
                    try await time.sleep(for: left)
                } else {
                    heedRest()
                    try await fetchRestEnded.wait()
                }
            } catch {
                return
            }
        }
    }

    /// Records may have arrived.
    func goOnFetching() {
        guard fetchRest.withLock({ $0.heard(at: time.now) }) else { return }
        heedRest()
        fetchRestEnded.notify()
    }

    /// A rest may begin and end at once on two threads: the plan gets the latest state.
    private func heedRest() {
        fetchRest.withLock { rest in plan.withLock { $0.rests = rest.isOn } }
        applyFlow()
    }

    /// Whether there are records after the stage's position, as far as known.
    var isBehind: Bool { lags.contains { $0.value > 0 } }
}
