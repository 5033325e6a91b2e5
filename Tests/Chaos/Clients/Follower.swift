import EventLoop
import HTTPClient
import IntakeClient
import Shared
import Support
import Synchronization

/// An event as a live stream has told it.
struct StreamedEvent: Sendable, Codable {
    let at: Double
    let id: String
    let submission: String
    let type: String
    let sequence: Int
}

/// Follows all that happens over one live stream, from the beginning; after each cut it goes on behind the last event that it saw.
final class Follower: Sendable {
    private let http: HTTPClient
    private let url: String
    private let clock: RunClock
    private let log: HistoryFile<StreamedEvent>
    private struct State {
        var parser = EventStreamParser()
        var refusals: [String] = []
    }
    private let state = Mutex(State())

    init(gateway: String, http: HTTPClient, clock: RunClock, log: HistoryFile<StreamedEvent>) {
        (url, self.http, self.clock, self.log) = ("\(gateway)/v1/events", http, clock, log)
    }

    var events: [StreamedEvent] { log.entries }
    /// What was told to somebody who had only asked for what comes next.
    var refusals: [String] { state.withLock { $0.refusals } }

    /// Until it is cancelled.
    func run() async {
        while !Task.isCancelled {
            var request = ClientRequest("GET", url)
            request.headers.add("accept", "text/event-stream")
            request.headers.add("last-event-id", state.withLock { $0.parser.lastID } ?? "beginning")
            request.timeout = nil
            request.maximumResponseBytes = Int(Int32.max)
            // A gateway that is away is asked again.
            let response = try? await http.download(request, to: { [self] in take($0) })
            if let response, (400..<500).contains(response.status) {
                state.withLock { $0.refusals.append("live stream: status \(response.status)") }
            }
            state.withLock { $0.parser.cut() }
            try? await http.loop.sleep(for: .milliseconds(200))
        }
    }

    private func take(_ bytes: [UInt8]) {
        for event in state.withLock({ $0.parser.feed(bytes) }) {
            guard let header = try? EventReader.header(of: event.data) else { continue }
            log.append(
                StreamedEvent(
                    at: clock.seconds, id: header.id.description, submission: header.submission.description,
                    type: header.type.rawValue, sequence: header.sequence))
        }
    }
}
