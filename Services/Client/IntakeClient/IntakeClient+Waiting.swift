#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// The intervals of polling: short at first, then longer.
public struct PollingSchedule: Sendable, Hashable {
    public var first: Duration
    public var factor: Double
    public var longest: Duration

    public init(first: Duration = .milliseconds(20), factor: Double = 1.5, longest: Duration = .seconds(2)) {
        self.first = first
        self.factor = factor
        self.longest = longest
    }

    /// The pause after the poll with this number, from 0.
    public func pause(after questions: Int) -> Duration {
        var pause = first
        for _ in 0..<max(0, questions) where pause < longest { pause = pause * factor }
        return min(pause, longest)
    }
}

extension IntakeClient {
    /// Polls until the submission has an outcome. See `wait(for:until:)`.
    public func waitUntilEnded(
        _ id: SubmissionID, timeout: Duration, polling: PollingSchedule = .init(),
        onChange: (@Sendable (SubmissionView) -> Void)? = nil
    ) async throws(IntakeClientError) -> SubmissionView {
        try await wait(for: id, timeout: timeout, polling: polling, onChange: onChange) { $0.hasEnded }
    }

    /// Polls until the submission meets the condition. `onChange` gets each version. Temporary failures (an unreachable
    /// or overloaded gateway) are retried, with respect for `Retry-After`.
    ///
    /// - Throws: `timedOut` with the last failure in its detail; permanent failures.
    public func wait(
        for id: SubmissionID, timeout: Duration, polling: PollingSchedule = .init(),
        onChange: (@Sendable (SubmissionView) -> Void)? = nil, until isWanted: @Sendable (SubmissionView) -> Bool
    ) async throws(IntakeClientError) -> SubmissionView {
        let deadline = time.now.addingTimeInterval(timeout / .seconds(1))
        var tag: String?
        var last = "not changed"
        for questions in 0... {
            var pause = polling.pause(after: questions)
            do throws(IntakeClientError) {
                let response = try await changed(id, since: tag)
                if let response {
                    let view = try Self.decode(SubmissionView.self, from: response)
                    tag = response.headers["etag"]
                    last = view.state.rawValue
                    onChange?(view)
                    if isWanted(view) { return view }
                }
            } catch  where error.isRetriable {
                last = error.detail
                if let seconds = error.problem?.retryAfter { pause = max(pause, .seconds(min(60, max(0, seconds)))) }
            }
            guard time.now.addingTimeInterval(pause / .seconds(1)) <= deadline else { break }
            do { try await time.sleep(for: pause) } catch { throw .cancelled }
        }
        throw IntakeClientError(
            code: .timedOut, isRetriable: true, description: "The submission was not as expected within \(timeout).", detail: last
        )
    }

    /// The answer, if it differs from the one with the tag.
    private func changed(_ id: SubmissionID, since tag: String?) async throws(IntakeClientError) -> GatewayResponse? {
        let condition = tag.map { ["if-none-match": $0] } ?? [:]
        let response = try await transport.send(request("GET", path(id), headers: condition))
        return response.status == 304 ? nil : try Self.successful(response)
    }
}
