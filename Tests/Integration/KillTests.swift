import Glibc
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// Services are killed while submissions are in flight, and every effect still happens once.
    @Suite struct KillTests {
        private static let submissions = TestSettings.kills > 20 ? 60 : TestSettings.kills >= 20 ? 50 : 30
        private static let limit = Duration.seconds(60 + 10 * TestSettings.kills)

        @Test(.timeLimit(.minutes(20)))
        func `case 1: killed at any moment, every submission ends and is told once`() async throws {
            let settings = RunningDocket.Options(
                environment: ["DOCKET_STAGE_RETRY_FIRST": "200ms", "DOCKET_STAGE_RETRY_LIMIT": "2s"],
                refusesWebhook: { $0.isMultiple(of: 7) })
            try await RunningDocket.run(settings) { docket in
                let progress = Progress()
                // A person's steps, and the webhook.
                let steps = Self.submissions * (PersistentPerson.steps + 1)
                let plan = KillPlan(kills: TestSettings.kills, steps: steps, seed: TestSettings.seed)
                let photo = try SampleFile.smallPhoto()
                async let killed = Self.carryOut(plan, on: docket, progress)
                let ended = try await withThrowingTaskGroup(of: SubmissionView.self) { group in
                    for number in 0..<Self.submissions {
                        // Every fifth one is refused: its document is too old.
                        let person = PersistentPerson(
                            docket: docket, issuedDaysAgo: number.isMultiple(of: 5) ? 400 : 4,
                            sample: number.isMultiple(of: 3) ? .pdf(pages: 2) : photo, progress: progress)
                        group.addTask { try await person.submit(within: Self.limit) }
                    }
                    return try await group.reduce(into: [SubmissionView]()) { $0.append($1) }
                }
                #expect(try await killed == TestSettings.kills, "\(plan)")
                try await Self.check(ended, docket)
            }
        }

        private static func carryOut(_ plan: KillPlan, on docket: RunningDocket, _ progress: Progress) async throws -> Int {
            var count = 0
            var dead: Set<CInt> = []
            for kill in plan.kills {
                try await eventually("step \(kill.step)", within: limit, every: .milliseconds(5)) {
                    progress.steps + docket.receiver.arrivals.count >= kill.step
                }
                let pid = try await eventually("\(kill.variable) runs", within: .seconds(60), every: .milliseconds(5)) {
                    let pid = docket.environment[kill.variable].flatMap { CInt($0) }
                    return pid.flatMap { dead.contains($0) || !LiveProcess.isRunning($0) ? nil : $0 }
                }
                if Glibc.kill(pid, SIGKILL) == 0 { count += 1 }
                dead.insert(pid)
            }
            return count
        }

        private static func check(_ ended: [SubmissionView], _ docket: RunningDocket) async throws {
            #expect(ended.count == submissions)
            #expect(ended.allSatisfy { $0.state == .accepted || $0.state == .needsInput })
            #expect(ended.filter { $0.state == .needsInput }.count == (submissions + 4) / 5)
            for view in ended where view.state == .accepted {
                #expect(view.documents.allSatisfy { $0.pdf != nil })
            }
            try await eventually("all is told and published", within: limit, every: .milliseconds(100)) {
                let stored = try await docket.storedEvents()
                return stored.undelivered == 0 && stored.unpublished == 0 && stored.unfinishedWork == 0
                    && Set(stored.outcomes.map(\.event)).isSubset(of: docket.receiver.arrivals.map(\.id))
            }
            let stored = try await docket.storedEvents()
            #expect(stored.gaps == 0)
            #expect(stored.parked == 0)
            #expect(Set(stored.outcomes.map(\.submission)) == Set(ended.map(\.id.description)))
            #expect(stored.outcomes.count == submissions, "each has one outcome")

            let arrivals = docket.receiver.arrivals
            #expect(
                Set(arrivals.map(\.id)) == Set(stored.outcomes.map(\.event)), "the receiver has each outcome, and nothing else")
            #expect(arrivals.allSatisfy { $0.isSigned })
            for (id, repeats) in Dictionary(grouping: arrivals, by: \.id) {
                #expect(Set(repeats.map(\.body)).count == 1, "what comes again is the same: \(id)")
            }
            #expect(try await docket.records(.deadLetters).isEmpty)
            let published = Set(try await docket.records(.outcomes).map { try $0.header.id.description })
            #expect(published == Set(stored.outcomes.map(\.event)))
        }
    }
}
