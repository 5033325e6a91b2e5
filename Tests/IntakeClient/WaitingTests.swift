import IntakeClient
import Shared
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct WaitingTests {
    private let time = LeapingTime()

    private func client(_ transport: ScriptedTransport) throws -> IntakeClient {
        try IntakeClient(baseURL: "http://gateway.test", token: nil, transport: transport, time: time)
    }

    @Test func pausesGrow() {
        let schedule = PollingSchedule(first: .milliseconds(100), factor: 2, longest: .milliseconds(500))
        #expect((0..<5).map(schedule.pause) == [100, 200, 400, 500, 500].map { .milliseconds($0) })
        #expect(schedule.pause(after: 1_000_000) == .milliseconds(500))
    }

    @Test func itAsksUntilTheEnd() async throws {
        let transport = ScriptedTransport(
            .json(200, Fixture.submissionJSON("submitted", version: 2), ["etag": "\"v2-a\""]), .json(304, ""),
            .json(200, Fixture.submissionJSON("processing", version: 3), ["etag": "\"v3-b\""]),
            .json(200, Fixture.submissionJSON("accepted", version: 4)))
        let seen = Mutex<[SubmissionState]>([])
        let schedule = PollingSchedule(first: .milliseconds(100), factor: 2, longest: .milliseconds(300))
        let view = try await client(transport).waitUntilEnded(
            Fixture.submission, timeout: .seconds(60), polling: schedule,
            onChange: { view in seen.withLock { $0.append(view.state) } })
        #expect(view.state == .accepted)
        #expect(seen.withLock { $0 } == [.submitted, .processing, .accepted])
        #expect(time.pauses == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
        #expect(transport.requests.map { $0.headers["if-none-match"] } == [nil, "\"v2-a\"", "\"v2-a\"", "\"v3-b\""])
    }

    @Test func whatPassesIsWaitedOut() async throws {
        let transport = ScriptedTransport(
            .failure(IntakeClientError(code: .unreachable, isRetriable: true, description: "no")),
            .json(503, "", ["retry-after": "7"]), .json(200, Fixture.submissionJSON("needs_input")))
        let view = try await client(transport).waitUntilEnded(Fixture.submission, timeout: .seconds(60))
        #expect(view.state == .needsInput)
        #expect(time.pauses == [.milliseconds(20), .seconds(7)])
    }

    @Test func whatDoesNotPassEndsIt() async throws {
        let transport = ScriptedTransport(.json(404, #"{"type":"/problems/not-found","title":"t","status":404}"#))
        let client = try client(transport)
        let error = await #expect(throws: IntakeClientError.self) {
            try await client.waitUntilEnded(Fixture.submission, timeout: .seconds(60))
        }
        #expect(error?.problem?.type == "not-found" && time.pauses.isEmpty)
    }

    @Test func itGivesUpInTime() async throws {
        let steps = (0..<50).map { _ in ScriptedTransport.Step.json(200, Fixture.submissionJSON("processing")) }
        let transport = ScriptedTransport(steps)
        let client = try client(transport)
        let error = await #expect(throws: IntakeClientError.self) {
            try await client.waitUntilEnded(
                Fixture.submission, timeout: .seconds(5),
                polling: PollingSchedule(first: .seconds(1), factor: 1, longest: .seconds(1)))
        }
        #expect(error?.code == .timedOut && error?.detail == "processing")
        #expect(time.pauses.count == 5 && transport.requests.count == 6)
    }

    @Test func cancellationEndsIt() async throws {
        let transport = ScriptedTransport(.json(200, Fixture.submissionJSON("processing")))
        let client = try client(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.waitUntilEnded(Fixture.submission, timeout: .seconds(5))
        }
        let error = await #expect(throws: IntakeClientError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
