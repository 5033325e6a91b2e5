import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing
import Webhooks

@testable import NotificationService

/// The stage and the channel of call-outs over the real store, with somebody who answers.
@Suite(.timeLimit(.minutes(1))) struct CallOutChannelTests {
    /// A submission that waits for an answer, and what asks.
    private struct Ground {
        let database: TestDatabase
        let receiver: Receiver
        let lease: Lease
        let submission: Submission
        let event: RecordedEvent
        let stage: CallOutStage
        let channel: CallOutChannel
        let registry: MetricsRegistry

        var store: PostgresStageStore { PostgresStageStore(pool: database.pool, source: "/docket/test") }
        var items: PostgresWorkItemStore { PostgresWorkItemStore(pool: database.pool) }
        var deliveries: PostgresDeliveryStore { PostgresDeliveryStore(pool: database.pool, keys: nil) }
        var item: WorkItemKey { WorkItemKey(stage: .callOut, eventID: event.id) }

        func now() async throws -> Submission { try #require(try await store.stageSubject(submission.id)).submission }

        /// As the consume loop commits what the stage decides.
        func decide() async throws -> StageOutcome {
            let outcome = await stage.decide(on: try StageEvent(payload: event.payload))
            if case .ask(let questions, let limit) = outcome {
                _ = try await items.begin([item], mode: .together, lease)
                _ = try await store.commit(
                    [
                        StageCommit(
                            workItem: item, end: .postponed(after: limit, reason: "waits"), transition: nil,
                            deliveries: questions, publishedAt: nil)
                    ], lease)
            }
            return outcome
        }

        func claim() async throws -> [ClaimedDelivery] {
            try await deliveries.claimDue(channel: "callout", room: DeliveryRoom(limit: 10), excluding: [], lease).deliveries
        }

        /// Asks once, and ends the try.
        func ask() async throws -> ToldDelivery {
            let claimed = try #require(try await claim().first)
            let told = try #require(await channel.deliver(claimed))
            _ = try await deliveries.end(claimed.key, told.end, tried: told.tried, lease)
            return told
        }
    }

    private func run(
        within: Int = 60, onFailure: CallOut.Failure = .warn, secrets: [String] = [Samples.secret],
        guarded: AddressGuard = .anyAddress, url: String? = nil,
        client makeClient: (EventLoop) -> HTTPClient = { HTTPClient(loop: $0) },
        answer: @escaping Receiver.Answer, _ body: (Ground) async throws -> Void
    ) async throws {
        try await TestDatabase.runMigrated { database in
            let receiver = try Receiver(database.group, answer: answer)
            let journey = JourneyDefinition(
                id: "asking", title: "Asking", summary: "",
                documentTypes: [
                    DocumentType(id: "letter", title: "Letter", hint: "", icon: "letter", documents: CountRange(1...2))
                ], documents: CountRange(1...2),
                callOuts: [
                    CallOut(name: "risk", url: url ?? receiver.url, within: within, onFailure: onFailure, send: [.reference])
                ])
            let submissions = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            var new = NewSubmission(journey: journey.id)
            (new.reference, new.subject, new.locale) = ("case 7", "person 9", "de")
            let draft = try await submissions.createSubmission(new, journey: journey, tenant: .standard)
            let document = DocumentID.random()
            _ = try await submissions.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: .standard)
            _ = try await submissions.addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: .standard)
            let submitted = try #require(try await submissions.submit(draft.id, tenant: .standard).submission)
            let log = PostgresEventLog(pool: database.pool)
            let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let store = PostgresStageStore(pool: database.pool, source: "/docket/test")
            let first = try #require(
                try await log.events(of: draft.id, afterSequence: submitted.version - 1, limit: 1).first)
            let validated = try await store.commit(
                [
                    StageCommit(
                        workItem: WorkItemKey(stage: .validation, eventID: first.id), end: .done,
                        transition: StageTransition(
                            submission: draft.id, expectedVersion: submitted.version,
                            change: .validated(
                                SampleSubmissions.acceptance(submitted),
                                facts: FactsRecord(SubmissionFacts(submitted, journey: journey, at: submitted.changedAt)))),
                        publishedAt: nil)
                ], lease)
            #expect(validated == [.applied(version: submitted.version + 1)])
            let event = try #require(
                try await log.events(of: draft.id, afterSequence: submitted.version, limit: 1).first)
            #expect(event.type == .submissionAsked && event.topic == .callOuts)
            let (registry, questions) = (MetricsRegistry(), PostgresQuestionStore(pool: database.pool))
            let metrics = CallOutMetrics(registry)
            let client = makeClient(database.group.next())
            let channel = CallOutChannel(
                CallOutChannel.Ports(
                    reader: store, questions: questions, stages: store,
                    reading: { submission async throws(StoreError) in try await submissions.reading(of: submission) },
                    lease: { lease }, committed: {}),
                secrets: try secrets.map { try WebhookSecret($0) }, addressGuard: guarded, client: client, metrics: metrics,
                logger: .silent)
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await body(
                        Ground(
                            database: database, receiver: receiver, lease: lease,
                            submission: try #require(try await store.stageSubject(draft.id)).submission, event: event,
                            stage: CallOutStage(reader: store, questions: questions, metrics: metrics, wake: {}),
                            channel: channel, registry: registry)))
            } catch {
                result = .failure(error)
            }
            await client.close()
            await receiver.stop()
            try result.get()
        }
    }

    private static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: .bytes(Array(text.utf8)))
    }

    @Test func anAnswerTakesTheSubmissionOnAndEndsTheWork() async throws {
        try await run(answer: { _ in Self.json(#"{"verdict":"warn","reasons":[{"code":"odd","text":"Seltsam."}]}"#) }) { ground in
            #expect(ground.submission.state == .submitted)
            guard case .ask(let questions, within: .seconds(60)) = try await ground.decide() else {
                Issue.record("nobody is to be asked")
                return
            }
            #expect(questions.map(\.key.endpoint) == ["asking/risk"])
            // The event comes again: it goes on waiting, and is not asked twice.
            let again = await ground.stage.decide(on: try StageEvent(payload: ground.event.payload))
            guard case .ask(let none, let left) = again else {
                Issue.record("it waits no more")
                return
            }
            #expect(none.isEmpty && left <= .seconds(60))
            let told = try await ground.ask()
            #expect(told.end == .delivered(status: 200) && told.tried?.response?.excerpt == "…")
            let now = try await ground.now()
            #expect(now.state == .processing && now.reasons.map(\.message) == ["Seltsam."])
            #expect(try await ground.items.begin([ground.item], mode: .together, ground.lease) == [.done])

            let submissions = SubmissionStore(pool: ground.database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            #expect(try await submissions.storedFacts(of: now) == now.factDigests?.digest)
            let records = try await submissions.callOuts(of: now)
            #expect(records.map(\.verdict) == [.warn] && records[0].reasons.map(\.code) == ["odd"])
            let arrival = try #require(ground.receiver.arrivals.first)
            let question = try CanonicalJSON.decode(JSONValue.self, from: arrival.body)
            #expect(question["reference"] == "case 7" && question["subject"] == nil && question["locale"] == "de")
            #expect(question["after"] == "validation" && question["verdict"] == "accepted")
            let signer = WebhookSigner(
                callingOutTo: ground.receiver.url, with: [try WebhookSecret(Samples.secret)])
            let time = try #require(Int(arrival.headers["webhook-timestamp"] ?? ""))
            #expect(arrival.id == ground.event.id.description)
            #expect(
                arrival.headers["webhook-signature"] == signer.signature(id: arrival.id, timestamp: time, body: arrival.body))
            let counted = #"docket_callouts_ended_total{callout="asking/risk",verdict="warn"} 1"#
            #expect(ground.registry.renderPrometheus().contains(counted))
        }
    }

    /// Whatever is done twice or by two, the submission makes one step.
    @Test func aProcessThatDiedAfterTheAnswerLeavesNothingToAsk() async throws {
        try await run(answer: { _ in Self.json(#"{"verdict":"allow"}"#) }) { ground in
            _ = try await ground.decide()
            let claimed = try #require(try await ground.claim().first)
            let told = try #require(await ground.channel.deliver(claimed))
            #expect(told.end == .delivered(status: 200))
            let version = try await ground.now().version
            // It could not say so: the next one asks nobody, and changes nothing.
            let again = try #require(await ground.channel.deliver(claimed))
            guard case .givenUp = again.end else {
                Issue.record("\(again.end)")
                return
            }
            #expect(try await ground.now().version == version && ground.receiver.arrivals.count == 1)
            guard case .nothing = await ground.stage.decide(on: try StageEvent(payload: ground.event.payload)) else {
                Issue.record("the stage does it once more")
                return
            }
        }
    }

    @Test func whatIsNoAnswerIsAskedAgainUnderTheSameId() async throws {
        let answers = [HTTPResponse(status: 500), Self.json("no"), HTTPResponse(status: 302), Self.json(#"{"verdict":"allow"}"#)]
        try await run(answer: { answers[min($0, 4) - 1] }) { ground in
            _ = try await ground.decide()
            for _ in 0..<3 {
                let told = try await ground.ask()
                guard case .retry(let pause, _, _) = told.end else {
                    Issue.record("\(told.end)")
                    return
                }
                #expect(pause < .seconds(5))
                _ = try await ground.database.pool.execute("update deliveries set next_at = now()")
            }
            #expect(try await ground.ask().end == .delivered(status: 200))
            #expect(try await ground.now().state == .processing)
            #expect(Set(ground.receiver.arrivals.map(\.id)).count == 1 && Set(ground.receiver.arrivals.map(\.body)).count == 1)
        }
    }

    @Test func withoutAnAnswerInTimeTheJourneysChoiceIsCarriedOut() async throws {
        for (choice, state) in [
            (CallOut.Failure.allow, SubmissionState.processing), (.warn, .processing), (.review, .processing),
            (.refuse, .rejected),
        ] {
            try await run(within: 2, onFailure: choice, answer: { _ in HTTPResponse(status: 503) }) { ground in
                _ = try await ground.decide()
                _ = try await ground.database.pool.execute("update deliveries set planned_at = now() - interval '3 seconds'")
                guard case .commit(let transition) = await ground.stage.decide(on: try StageEvent(payload: ground.event.payload))
                else {
                    Issue.record("\(choice): it waits on")
                    return
                }
                let commit = StageCommit(workItem: ground.item, end: .done, transition: transition, publishedAt: nil)
                let results = try await ground.store.commit([commit], ground.lease)
                #expect(results == [.applied(version: ground.submission.version + 1)])
                let now = try await ground.now()
                #expect(now.state == state, "\(choice)")
                #expect(now.reasons.map(\.rule) == (choice == .allow ? [] : ["callout.unanswered"]))
                // Who was to ask finds that it is over.
                guard case .givenUp = try await ground.ask().end else {
                    Issue.record("it is asked all the same")
                    return
                }
                #expect(ground.receiver.arrivals.isEmpty)
            }
        }
    }

    @Test func aTryThatLeavesNoTimeForAnotherIsTheLast() async throws {
        try await run(
            within: 3, answer: { _ in HTTPResponse(status: 503, headers: ["retry-after": "3600"]) }
        ) { ground in
            _ = try await ground.decide()
            guard case .givenUp(status: 503, _) = try await ground.ask().end else {
                Issue.record("it is asked again")
                return
            }
            #expect(try await ground.now().reasons.map(\.rule) == ["callout.unanswered"])
        }
    }

    @Test func withoutASecretOrAtAnAddressOfOnesOwnNetworkNobodyIsAsked() async throws {
        try await run(secrets: [], answer: { _ in Self.json(#"{"verdict":"allow"}"#) }) { ground in
            _ = try await ground.decide()
            guard case .postponed(_, let words) = try await ground.ask().end else {
                Issue.record("it is asked")
                return
            }
            #expect(words.contains("DOCKET_CALLOUT_SECRET") && ground.receiver.arrivals.isEmpty)
        }
        try await run(guarded: .publicOnly, answer: { _ in Self.json(#"{"verdict":"allow"}"#) }) { ground in
            _ = try await ground.decide()
            guard case .givenUp = try await ground.ask().end else {
                Issue.record("it is asked")
                return
            }
            #expect(ground.receiver.arrivals.isEmpty)
        }
    }

    /// A name passes at start, and leads inward when it is asked: the address of each connection is what counts.
    @Test func aNameThatLeadsInwardIsNotReached() async throws {
        try await TrapServer.run { server in
            try await run(
                guarded: .publicOnly, url: server.url("hook"), client: { server.client($0) },
                answer: { _ in Self.json(#"{"verdict":"allow"}"#) }
            ) { ground in
                _ = try await ground.decide()
                guard case .retry(_, _, let words) = try await ground.ask().end else {
                    Issue.record("it is asked")
                    return
                }
                #expect(words.contains("not one of the public internet"))
                #expect(try server.received.isEmpty)
            }
        }
    }

    /// Of one question alone: others would be answered.
    @Test func whoRefusesAQuestionIsAskedTheOthersAllTheSame() async throws {
        let answers = [HTTPResponse(status: 400), Self.json("no"), HTTPResponse(status: 404)]
        try await run(answer: { $0 > 6 ? Self.json(#"{"verdict":"allow"}"#) : answers[$0 % 3] }) { ground in
            _ = try await ground.decide()
            for _ in 0..<6 {
                guard case .retry = try await ground.ask().end else {
                    Issue.record("it rests")
                    return
                }
                _ = try await ground.database.pool.execute("update deliveries set next_at = now()")
            }
            #expect(try await ground.ask().end == .delivered(status: 200))
        }
    }

    @Test func whoRestsIsAskedOnceMoreBeforeTheTimeIsOver() async throws {
        try await run(answer: { $0 > 5 ? Self.json(#"{"verdict":"allow"}"#) : HTTPResponse(status: 503) }) { ground in
            _ = try await ground.decide()
            for _ in 0..<5 {
                _ = try await ground.ask()
                _ = try await ground.database.pool.execute("update deliveries set next_at = now()")
            }
            let resting = try await ground.ask()
            guard case .postponed(let pause, _) = resting.end else {
                Issue.record("\(resting.end)")
                return
            }
            #expect(resting.isUsual && pause <= .seconds(5) && ground.receiver.arrivals.count == 5)
            // Less than the rest is left.
            _ = try await ground.database.pool.execute(
                "update deliveries set next_at = now(), planned_at = now() - interval '58500 milliseconds'")
            #expect(try await ground.ask().end == .delivered(status: 200))
            #expect(try await ground.now().state == .processing)
        }
    }
}
