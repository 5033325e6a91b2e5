import CommandSupport
import EventLoop
import FoundationEssentials
import HTTPClient
import IntakeClient
import LoadTest
import Shared
import Synchronization

/// Follows the events of a tenant over one stream, and reports outcomes to the tasks that wait for them.
final class OutcomeStream: Sendable {
    private let http: HTTPClient
    private let url: String
    private let token: String?
    private let waiting = Mutex<[SubmissionID: AsyncSignal<SubmissionState>]>([:])
    private let parser = Mutex(EventStreamParser())
    private let opened = AsyncSignal<Result<Void, CommandFailure>>()
    private let reader = Mutex<Task<Void, Never>?>(nil)

    init(gateway: String, token: String?, http: HTTPClient) {
        (url, self.token, self.http) = ("\(gateway)/v1/events", token, http)
    }

    /// Returns when the stream has begun: outcomes of later submissions are not missed.
    func open() async throws {
        let task = http.loop.spawn { await self.follow() }
        reader.withLock { $0 = task }
        try await opened.wait().get()
    }

    func close() async {
        let task = reader.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    /// The outcome of a submission. Call it before submitting.
    func expect(_ submission: SubmissionID) -> AsyncSignal<SubmissionState> {
        let signal = AsyncSignal<SubmissionState>()
        waiting.withLock { $0[submission] = signal }
        return signal
    }

    func forget(_ submission: SubmissionID) { waiting.withLock { $0[submission] = nil } }

    /// The submissions without a reported outcome.
    var outstanding: [(SubmissionID, AsyncSignal<SubmissionState>)] {
        waiting.withLock { waiting in waiting.filter { $0.value.value == nil }.map { ($0.key, $0.value) } }
    }

    // MARK: - Following

    private func follow() async {
        while !Task.isCancelled {
            var request = ClientRequest("GET", url)
            if let token { request.headers.add("authorization", "Bearer \(token)") }
            request.headers.add("accept", "text/event-stream")
            if let last = parser.withLock({ $0.lastID }) { request.headers.add("last-event-id", last) }
            request.timeout = nil
            request.maximumResponseBytes = Int(Int32.max) * 1000
            do {
                let response = try await http.download(request) { [self] bytes in take(bytes) }
                if !response.isSuccess { refuse("it answered \(response.status) to \(url)", response.status) }
                // What came after an event that is not there any more cannot be told: begin anew.
                if response.status == 410 { parser.withLock { $0 = EventStreamParser() } }
            } catch {
                refuse("\(error.words): \(url)", nil)
            }
            parser.withLock { $0.cut() }
            try? await http.loop.sleep(for: .milliseconds(500))
        }
    }

    /// Before the stream has begun, a refusal ends the run: nothing could be measured.
    private func refuse(_ problem: String, _ status: Int?) {
        let failure = CommandFailure(
            status == nil ? .unavailable : .notAccepted, "the gateway's events cannot be followed: \(problem)",
            advice: status == 401 || status == 403 ? "Use a token that may read all of its tenant's submissions." : nil)
        opened.send(.failure(failure))
    }

    private func take(_ bytes: [UInt8]) {
        let events = parser.withLock { $0.feed(bytes) }
        opened.send(.success(()))
        for event in events {
            guard let header = try? EventReader.header(of: event.data), let state = header.type.outcome else {
                continue
            }
            waiting.withLock { $0[header.submission] }?.send(state)
        }
    }
}
