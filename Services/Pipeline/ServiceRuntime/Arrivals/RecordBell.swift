import Domain
import EventLoop
import FoundationEssentials
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Notifies other processes of publications by this one, if their broker does not. It may fail: a process without a
/// notification polls from time to time.
final class RecordBell: Sendable {
    private struct State {
        var pace = BellPace()
        var published: Set<Topic> = []
    }

    private let news: RecordNews
    private let logger: Logger
    private let rung = AsyncPulse()
    private let state = Mutex(State())

    init(_ news: RecordNews, logger: Logger) {
        self.news = news
        self.logger = logger
    }

    /// Records were published to these topics. Returns at once.
    func ring(_ topics: Set<Topic>) {
        state.withLock { $0.published.formUnion(topics) }
        rung.notify()
    }

    /// Sends notifications until cancelled.
    func run() async {
        while !Task.isCancelled {
            do { try await rung.wait() } catch { return }
            let topics = state.withLock { state in
                defer { state.published = [] }
                return state.pace.due(state.published, at: Date())
            }
            guard !topics.isEmpty else { continue }
            do {
                try await news.tell(topics)
            } catch {
                state.withLock { $0.pace.failed(topics) }
                logger.debug("nobody can be told of what was published", ["error": .string(error.detail)])
            }
        }
    }
}
