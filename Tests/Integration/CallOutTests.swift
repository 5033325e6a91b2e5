import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// A journey asks a process of the tenant's, all the way: a real gateway, real workers, and somebody who answers, or does not.
    @Suite(.timeLimit(.minutes(5)))
    struct CallOutTests {
        private static let passing = 200
        /// More than one call-out has places for.
        private static let hanging = 20
        private static let places = 16

        /// Journeys that ask, and one that does not.
        private static func journeys(_ receiver: CallOutReceiver) -> [String: String] {
            let types = "types:\n  letter: {title: Letter}\n"
            func asking(_ url: String, _ more: String) -> String {
                "title: Letters\n\(types)callouts:\n  - {name: risk, url: \"\(url)\", send: [metadata], \(more)}\n"
            }
            return [
                "plain": "title: Letters\n\(types)",
                "hanging": asking(receiver.url("hang"), "within: 5 minutes, timeout: 60 seconds, onFailure: refuse"),
                "impatient": asking(receiver.url("hang"), "within: 2 seconds, timeout: 1 second, onFailure: warn"),
                "answered": asking(receiver.url("answer"), "within: 60 seconds"),
                "judged": asking(receiver.url("answer"), "after: reading, within: 60 seconds"),
                "away": asking("http://127.0.0.1:9/", "within: 2 seconds, onFailure: review"),
            ]
        }

        private static func run(_ body: @Sendable (RunningDocket, CallOutReceiver) async throws -> Void) async throws {
            let folder = try TemporaryFolder("journeys")
            let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "asked")
            let receiver = try CallOutReceiver(group)
            for (name, text) in journeys(receiver) { try FileBytes.write(Array(text.utf8), to: "\(folder.path)/\(name).yaml") }
            let result: Result<Void, any Error>
            do {
                let options = RunningDocket.Options(environment: ["DOCKET_JOURNEYS": folder.path])
                result = .success(
                    try await RunningDocket.run(options) { docket in
                        let secret = try FileBytes.read("\(docket.home)/callout-secret")
                        receiver.expectSignatures(of: String(decoding: secret, as: UTF8.self))
                        try await body(docket, receiver)
                        receiver.goOn()
                    })
            } catch {
                receiver.goOn()
                result = .failure(error)
            }
            await receiver.stop()
            await group.shutdown()
            try result.get()
        }

        private static func submitted(
            _ journey: JourneyID, _ docket: RunningDocket, answer: String? = nil
        ) async throws -> SubmissionView {
            let sample = try SampleFile.smallPhoto()
            let submission = try await docket.client.createSubmission(
                NewSubmission(journey: journey, metadata: answer.map { ["answer": $0] } ?? [:]))
            let document = try await docket.client.addDocument(NewDocument(type: "letter"), to: submission.id)
            try await docket.client.addPage(docket.upload(sample), to: document.id, of: submission.id)
            return try await docket.client.submit(submission.id)
        }

        private static func ended(_ submission: SubmissionView, _ docket: RunningDocket) async throws -> SubmissionView {
            try await docket.client.wait(for: submission.id, timeout: .seconds(120)) {
                ($0.hasEnded || $0.state == .inReview) && $0.version > submission.version
            }
        }

        private static func reconcile(_ docket: RunningDocket) async throws -> String {
            try await Program.check(
                try BuiltPrograms.path("docket"), ["reconcile", "--dry-run", "--home", docket.home]
            ).text
        }

        @Test func whileOneCallOutHangsTwoHundredSubmissionsPassAndAKillLosesNone() async throws {
            try await Self.run { docket, receiver in
                var waiting: [SubmissionView] = []
                for _ in 0..<Self.hanging { waiting.append(try await Self.submitted("hanging", docket)) }
                try await eventually("they are asked") { Set(receiver.questions.map(\.submission)).count == Self.places }

                // Every other one asks somebody who answers.
                let passed = try await withThrowingTaskGroup(of: SubmissionView.self) { group in
                    for _ in 0..<8 {
                        for number in 0..<(Self.passing / 8) {
                            group.addTask {
                                let asks = number.isMultiple(of: 2)
                                let submission = try await Self.submitted(
                                    asks ? "answered" : "plain", docket, answer: #"{"verdict": "allow"}"#)
                                return try await Self.ended(submission, docket)
                            }
                        }
                        // A person does not send everything in one moment.
                        while let next = try await group.next(), next.state != .accepted {}
                    }
                    return try await group.reduce(into: [SubmissionView]()) { $0.append($1) }
                }
                #expect(passed.allSatisfy { $0.state == .accepted })
                for submission in waiting {
                    #expect(try await docket.client.submission(submission.id).state == .submitted, "it still waits")
                }
                // What waits for an answer is in flight, and nothing is missing.
                _ = try await Self.reconcile(docket)

                let pid = try #require(CInt(try docket.variable("NOTIFICATION_PID")))
                let asked = receiver.questions.count { question in
                    waiting.contains { $0.id.description == question.submission }
                }
                #expect(Glibc.kill(pid, SIGKILL) == 0)
                try await eventually("they are asked again", within: .seconds(90)) {
                    receiver.questions.count { question in waiting.contains { $0.id.description == question.submission } } > asked
                }
                receiver.goOn()
                for submission in waiting {
                    #expect(try await Self.ended(submission, docket).state == .accepted)
                }
                #expect(receiver.questions.allSatisfy { $0.isSigned })
                for (submission, questions) in Dictionary(grouping: receiver.questions, by: \.submission) {
                    #expect(Set(questions.map(\.id)).count == 1, "\(submission) is asked under one id")
                    #expect(Set(questions.map(\.body)).count == 1, "and in the same words")
                }
                try await eventually("all is told and published", within: .seconds(60), every: .milliseconds(100)) {
                    let stored = try await docket.storedEvents()
                    return stored.undelivered == 0 && stored.unpublished == 0 && stored.unfinishedWork == 0
                }
                let stored = try await docket.storedEvents()
                #expect(stored.gaps == 0 && stored.parked == 0)
                #expect(stored.outcomes.count == Self.passing + Self.hanging, "each has one outcome")
            }
        }

        @Test func whatIsAnsweredIsDone() async throws {
            try await Self.run { docket, receiver in
                func end(_ journey: JourneyID, _ answer: String) async throws -> SubmissionView {
                    try await Self.ended(try await Self.submitted(journey, docket, answer: answer), docket)
                }
                let warned = try await end("answered", #"{"verdict":"warn","reasons":[{"code":"odd-hours","text":"At night."}]}"#)
                #expect(warned.state == .accepted)
                #expect(warned.allReasons.map(\.rule) == ["callout.warned"] && warned.allReasons.map(\.message) == ["At night."])

                let rejected = try await end("answered", #"{"verdict":"refuse","reasons":[{"code":"listed"}]}"#)
                #expect(rejected.state == .rejected && rejected.allReasons.map(\.found) == ["listed"])

                let reviewed = try await end("judged", #"{"verdict":"review","reasons":[{"code":"look","text":"Ms Eriksson?"}]}"#)
                #expect(reviewed.state == .inReview)
                #expect(reviewed.documents.allSatisfy { $0.pdf != nil }, "a reviewer sees clean pages")
                // A reviewer after validation has pages to look at, too.
                let later = try await end("answered", #"{"verdict":"review"}"#)
                #expect(later.state == .inReview && later.documents.allSatisfy { $0.pdf != nil })

                let facts = try await docket.bytes(at: "/v1/submissions/\(reviewed.id)/facts")
                let record = try CanonicalJSON.decode(JSONValue.self, from: facts)["callOuts"]
                guard case .array(let records)? = record else {
                    Issue.record("no facts: \(String(decoding: facts, as: UTF8.self))")
                    return
                }
                #expect(records.count == 1 && records[0]["verdict"] == "review" && records[0]["after"] == "reading")

                // The words of whoever answered are for the person; events say the code.
                let rows = try await Program.check(
                    "psql",
                    [
                        "-qAtX", "-c", "select convert_from(payload, 'UTF8') from events where submission_id = '\(reviewed.id)'",
                        try docket.variable("DATABASE_URL"),
                    ]
                ).text
                #expect(rows.contains("submission.asked") && rows.contains("callout.review") && !rows.contains("Eriksson"))
                let story = try await Program.check(
                    try BuiltPrograms.path("docket"), ["follow", "\(reviewed.id)", "--no-follow", "--home", docket.home]
                ).text
                #expect(story.contains("callout judged/risk") && story.contains("answered"), "\(story)")
            }
        }

        @Test func whereNobodyAnswersTheJourneySaysWhatBecomesOfIt() async throws {
            try await Self.run { docket, _ in
                let (late, gone) = (try await Self.submitted("impatient", docket), try await Self.submitted("away", docket))
                let warned = try await Self.ended(late, docket)
                #expect(warned.state == .accepted && warned.allReasons.map(\.rule) == ["callout.unanswered"])
                let reviewed = try await Self.ended(gone, docket)
                #expect(reviewed.state == .inReview && reviewed.allReasons.map(\.rule) == ["callout.unanswered"])
            }
        }

        /// The receiver of the manual verifies and answers as it stands, with the secret that the command tells.
        @Test func theReceiverOfTheManualRuns() async throws {
            let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let page = String(decoding: try FileBytes.read("\(root)/deploy/manual/callouts.md"), as: UTF8.self)
            let code = try #require(page.split(separator: "```python\n").dropFirst().first?.split(separator: "```").first)
            let folder = try TemporaryFolder("journeys")
            try FileBytes.write(Array(code.utf8), to: "\(folder.path)/receiver.py")
            let port = try await FreePorts.one()
            let journey = """
                title: Letters
                types:
                  letter: {title: Letter}
                callouts:
                  - {name: hand, url: "http://127.0.0.1:\(port)/", within: 60 seconds}
                """
            try FileBytes.write(Array(journey.utf8), to: "\(folder.path)/by-hand.yaml")
            let options = RunningDocket.Options(environment: ["DOCKET_JOURNEYS": folder.path])
            try await RunningDocket.run(options) { docket in
                let told = try await Program.check(
                    try BuiltPrograms.path("docket"), ["journeys", "callouts", "--secrets", "--json", "--home", docket.home]
                ).text
                let secret = try CanonicalJSON.decode(JSONValue.self, from: Array(told.utf8))["secret"]
                guard case .string(let secret)? = secret else {
                    Issue.record("\(told)")
                    return
                }
                let receiver = try await Program.start(
                    "python3", ["\(folder.path)/receiver.py", String(port)], environment: ["SECRET": secret])
                let result: Result<SubmissionView, any Error>
                do {
                    let submission = try await Self.submitted("by-hand", docket)
                    result = .success(try await Self.ended(submission, docket))
                } catch {
                    result = .failure(error)
                }
                await receiver.stop(grace: .seconds(2))
                let reviewed = try result.get()
                #expect(reviewed.state == .inReview && reviewed.allReasons.map(\.message) == ["We look at letters ourselves."])
            }
        }
    }
}
