import IntakeClient
import Shared
import Testing

/// What the client sends again, and under which key.
@Suite struct RepeatingTests {
    private let lost = ScriptedTransport.Step.failure(
        IntakeClientError(code: .unreachable, isRetriable: true, description: "the connection was lost"))
    private let inUse = ScriptedTransport.Step.json(
        409, #"{"type":"/problems/idempotency-key-in-use","title":"t","status":409}"#, ["retry-after": "2"])

    private func client(_ transport: ScriptedTransport, _ time: LeapingTime = LeapingTime()) throws -> IntakeClient {
        try IntakeClient(baseURL: "http://gateway.test:8080", token: nil, transport: transport, time: time)
    }

    @Test func aPOSTWhoseAnswerWasLostIsSentAgainUnderItsKey() async throws {
        let transport = ScriptedTransport(lost, lost, .json(201, Fixture.submissionJSON("draft")))
        let view = try await client(transport).createSubmission(NewSubmission(journey: "proof-of-address"))
        #expect(view.id == Fixture.submission)
        let keys = transport.requests.map { $0.headers["idempotency-key"] }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        #expect(keys[0]?.hasPrefix("\"") == true)
    }

    @Test func everyCallHasAKeyOfItsOwn() async throws {
        let transport = ScriptedTransport(
            .json(202, Fixture.submissionJSON("submitted")), .json(202, Fixture.submissionJSON("submitted")))
        let client = try client(transport)
        _ = try await client.submit(Fixture.submission)
        _ = try await client.submit(Fixture.submission)
        #expect(Set(transport.requests.map { $0.headers["idempotency-key"] }).count == 2)
    }

    @Test func anEarlierTryThatIsStillHandledIsWaitedFor() async throws {
        let time = LeapingTime()
        let transport = ScriptedTransport(lost, inUse, inUse, .json(202, Fixture.submissionJSON("submitted")))
        #expect(try await client(transport, time).submit(Fixture.submission).state == .submitted)
        #expect(time.pauses.suffix(2) == [.seconds(2), .seconds(2)])
    }

    @Test func thereIsAnEndToIt() async throws {
        let silent = ScriptedTransport(Array(repeating: lost, count: 10))
        let unreachable = await #expect(throws: IntakeClientError.self) { try await client(silent).submit(Fixture.submission) }
        #expect(unreachable?.code == .unreachable)
        #expect(silent.requests.count == 4)

        let busy = ScriptedTransport(Array(repeating: inUse, count: 100))
        let refused = await #expect(throws: IntakeClientError.self) { try await client(busy).submit(Fixture.submission) }
        #expect(refused?.problem?.type == "idempotency-key-in-use")
        #expect(busy.requests.count < 40)
    }

    @Test func whatHasNoKeyIsSentOnce() async throws {
        let transport = ScriptedTransport(lost, .json(200, Fixture.submissionJSON("draft")))
        await #expect(throws: IntakeClientError.self) { try await client(transport).submission(Fixture.submission) }
        #expect(transport.requests.count == 1)
        #expect(transport.requests.allSatisfy { $0.headers["idempotency-key"] == nil })
    }
}
