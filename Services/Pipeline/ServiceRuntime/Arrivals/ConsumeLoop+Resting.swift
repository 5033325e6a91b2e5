import EventLoop
import FoundationEssentials
import Shared
import Synchronization

/// While nothing comes, nothing is fetched, where somebody tells of what comes. What nobody tells of is found by `watchEnds`.
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

    /// Something may have come.
    func goOnFetching() {
        guard fetchRest.withLock({ $0.heard(at: time.now) }) else { return }
        heedRest()
        fetchRestEnded.notify()
    }

    /// The rest may begin and end at the same time, on two threads: the plan has what it says last.
    private func heedRest() {
        fetchRest.withLock { rest in plan.withLock { $0.rests = rest.isOn } }
        applyFlow()
    }

    /// Whether something lies behind where the stage is, as far as it was heard.
    var isBehind: Bool { lags.contains { $0.value > 0 } }
}
