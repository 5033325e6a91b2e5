public import Shared
import Synchronization

extension IntakeClient {
    /// Passes the events of a submission to `tell`, from its beginning or after the event `after`, until `tell` returns
    /// false. After a lost connection it continues at the same place: no event is missed or passed twice.
    ///
    /// - Throws: `refused` for a permanent failure, such as `event-gone`; `cancelled`.
    public func follow(
        _ submission: SubmissionID, after event: String? = nil, _ tell: @escaping @Sendable (LiveEvent) async -> Bool
    ) async throws(IntakeClientError) {
        let stream = FollowedStream(after: event)
        var pause = Self.firstStreamPause
        while true {
            var headers = ["accept": "text/event-stream"]
            headers["last-event-id"] = stream.lastID
            var asked = Duration.zero
            do throws(IntakeClientError) {
                let request = request("GET", "\(path(submission))/events", headers: headers)
                let response = try await transport.download(request) { try await stream.take($0, tell) }
                if stream.isOver { return }
                _ = try Self.successful(response)
            } catch {
                if stream.isOver { return }
                if error.code == .cancelled || Task.isCancelled { throw .cancelled }
                guard error.isRetriable || error.problem?.status == 500 else { throw error }
                asked = .seconds(min(60, max(0, error.problem?.retryAfter ?? 0)))
            }
            if stream.cut() { pause = Self.firstStreamPause }
            do { try await time.sleep(for: max(pause, asked)) } catch { throw .cancelled }
            pause = min(pause * 2, Self.longestStreamPause)
        }
    }

    private static var firstStreamPause: Duration { .seconds(1) }
    private static var longestStreamPause: Duration { .seconds(30) }
}

/// A stream over any number of connections.
private final class FollowedStream: Sendable {
    private struct Ended: Error {}

    private struct State {
        var parser: EventStreamParser
        /// Whether anything has come by this connection.
        var hasHeard = false
        var isOver = false
    }

    private let state: Mutex<State>

    init(after event: String?) { state = Mutex(State(parser: EventStreamParser(after: event))) }

    var lastID: String? { state.withLock { $0.parser.lastID } }
    /// Whether the consumer has finished.
    var isOver: Bool { state.withLock { $0.isOver } }

    func take(_ bytes: [UInt8], _ tell: @Sendable (LiveEvent) async -> Bool) async throws {
        let events = state.withLock { state in
            let events = state.parser.feed(bytes)
            // Also a beat: what cuts a stream that is idle is no trouble of the gateway's.
            if !bytes.isEmpty { state.hasHeard = true }
            return events
        }
        for event in events where await !tell(event) {
            state.withLock { $0.isOver = true }
            // Ends the connection.
            throw Ended()
        }
    }

    /// Records the end of the connection. Returns whether anything had come by it.
    func cut() -> Bool {
        state.withLock { state in
            defer { state.hasHeard = false }
            state.parser.cut()
            return state.hasHeard
        }
    }
}
