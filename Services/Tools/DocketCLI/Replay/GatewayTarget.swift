import CommandSupport
import EventLoop
import FoundationEssentials
import HTTPClient
import IntakeClient
import LoadTest
import Operations
import Shared
import Synchronization

/// Sends whole submissions through a gateway and waits for their outcomes. To compare two builds, it sends the same ones
/// to a second gateway.
final class GatewayTarget: ReplayTarget {
    let about: ReplayReport.About
    private let context: CommandContext
    private let lane: GatewayLane
    private let other: GatewayLane?
    private let clock: ReplayClock
    /// The speed of a submission's own steps relative to the recording; nil for as fast as possible.
    private let speed: Double?
    private let tenant: ShadowTenant
    /// Nil if the other gateway belongs to the same installation and knows the same key.
    private let otherTenant: ShadowTenant?
    private let documents = SyntheticDocuments()
    private let journeys = Mutex<[JourneyID: JourneyView]>([:])
    private let compared: Mutex<ShadowComparison?>
    /// The number of submissions being sent, and whether they must end at their next step.
    private let sending = Mutex((count: 0, isStopped: false))
    private let waitingTasks = Mutex<[Int: Task<Void, Never>]>([:])

    private static let lookedAtAgain = 2_000

    init(
        _ context: CommandContext, lane: GatewayLane, tenant: ShadowTenant, against other: GatewayLane?,
        otherTenant: ShadowTenant?, recording: String, pace: String, speed: Double?, clock: ReplayClock
    ) {
        (self.context, self.lane, self.other) = (context, lane, other)
        (self.tenant, self.otherTenant) = (tenant, otherTenant)
        (self.speed, self.clock) = (speed, clock)
        about = ReplayReport.About(
            recording: recording, target: lane.url, pace: pace, unit: "submission", tenant: tenant.name?.rawValue,
            ending: "outcome known")
        compared = Mutex(other.map { ShadowComparison(targets: [lane.url, $0.url]) })
    }

    var comparison: ShadowComparison? { compared.withLock { $0 } }

    private var lanes: [GatewayLane] { [lane] + (other.map { [$0] } ?? []) }

    func open() async throws {
        do throws(IntakeClientError) {
            let known = try await lane.client.journeys()
            journeys.withLock { $0 = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) }
        } catch {
            throw GatewayOptions.failure(error)
        }
        if let other { try await check(other) }
        for lane in lanes { try await lane.outcomes.open() }
    }

    /// Checks that the other gateway accepts the run's key: without that there is nothing to compare.
    private func check(_ other: GatewayLane) async throws {
        do throws(IntakeClientError) {
            _ = try await other.client.journeys()
        } catch {
            guard error.code == .refused, error.problem?.status == 401 || error.problem?.status == 403 else {
                throw GatewayOptions.failure(error)
            }
            throw CommandFailure(
                .notAccepted, "\(other.url) does not know the key that this run sends with",
                advice: "If it is an installation of its own, name its folder with --against-home, or set DOCKET_AGAINST_TOKEN.")
        }
    }

    // MARK: - Sending

    func send(_ step: ReplaySettings.Walk.Step) async {
        sending.withLock { $0.count += 1 }
        defer { sending.withLock { $0.count -= 1 } }
        let item = step.index
        clock.note { $0.begin(item, name: "line \(step.number)", intended: step.intended, now: $1) }
        guard let shape = RecordedSubmission(line: step.line) else {
            clock.note { $0.fail(item, "a line that is no submission", now: $1) }
            return
        }
        let twin = other.map { other in
            let answer = AsyncSignal<Sent?>()
            context.loop.spawn { [self] in answer.send(await result(of: step, shape, at: other) { _ in }) }
            return answer
        }
        let here = await result(of: step, shape, at: lane) { [clock] told in
            switch told {
            case .step(.created(let id)): clock.note { tally, _ in tally.name(item, "\(id)") }
            case .step(.asked): clock.note { $0.ask(now: $1) }
            case .step(.answered(let step, let seconds, let bytes)):
                clock.note { $0.answered(step, of: item, taking: seconds, bytes: bytes, now: $1) }
            case .step(.unanswered): clock.note { $0.unanswered(now: $1) }
            case .step(.drew(let seconds)): clock.note { tally, _ in tally.drew(item, taking: seconds) }
            case .accepted(let idle): clock.note { $0.accept(item, now: $1, idle: idle) }
            case .failed(let problem): clock.note { $0.fail(item, problem, now: $1) }
            }
        }
        // The rest is waiting, which takes no place from those that are still to be sent.
        let waiting = context.loop.spawn { [self] in
            let state = try? await here?.outcome.wait()
            if let state { clock.note { $0.end(item, outcome: state.rawValue, now: $1) } }
            if let other, let twin {
                let there = await twin.waitUncancelled()
                let thereState = try? await there?.outcome.wait()
                if !Task.isCancelled || (state != nil && thereState != nil) {
                    let one = await shadow(here?.id, state, at: lane)
                    let two = await shadow(there?.id, thereState, at: other)
                    compared.withLock { $0?.take(one, two) }
                } else {
                    compared.withLock { $0?.take(nil, nil) }
                }
                if let id = there?.id { other.outcomes.forget(id) }
            }
            if let id = here?.id { lane.outcomes.forget(id) }
            waitingTasks.withLock { $0[item] = nil }
        }
        // It has not begun yet: this is its loop.
        waitingTasks.withLock { $0[item] = waiting }
    }

    private enum Progress {
        case step(GatewayLane.Told)
        case accepted(idle: Double)
        case failed(String)
    }

    /// A submission that was submitted, and its outcome to come.
    private struct Sent: Sendable {
        let id: SubmissionID
        let outcome: AsyncSignal<SubmissionState>
    }

    /// Nil if it was not submitted.
    private func result(
        of step: ReplaySettings.Walk.Step, _ shape: RecordedSubmission, at lane: GatewayLane,
        _ tell: @escaping @Sendable (Progress) -> Void
    ) async -> Sent? {
        let sent = AsyncSignal<Sent>()
        let submission = GatewayLane.Sending(
            shape: shape, journey: journeys.withLock { $0[shape.journey] }, subject: "replay-\(step.index)",
            seed: UInt64(truncatingIfNeeded: step.index) &* 0x9E37_79B9_7F4A_7C15 ^ 0xD0C_4E7,
            pause: { [self] milliseconds in
                if sending.withLock({ $0.isStopped }) { throw CancellationError() }
                guard let speed else { return 0 }
                let due = step.intended + Double(milliseconds) / 1000 / speed
                let left = due - clock.now
                guard left > 0 else { return 0 }
                try await clock.wait(until: due)
                return left
            }
        ) { told in
            if case .created(let id) = told {
                sent.send(Sent(id: id, outcome: lane.outcomes.expect(id)))
            }
            tell(.step(told))
        }
        do {
            tell(.accepted(idle: try await lane.send(submission, documents)))
            return sent.value
        } catch {
            if let id = sent.value?.id { lane.outcomes.forget(id) }
            // What was cut off by the end of the run is neither refused nor taken.
            if !(error is CancellationError) {
                tell(.failed((error as? UploadProblem)?.text ?? "\(error)"))
            }
            return nil
        }
    }

    // MARK: - The end

    var outstanding: Int { waitingTasks.withLock { $0.count } }

    /// Reads the outcomes again, because a broken stream may have missed some.
    func lookAgain() async {
        for lane in lanes {
            for (id, outcome) in lane.outcomes.outstanding.prefix(Self.lookedAtAgain) {
                guard let view = try? await lane.client.submission(id), view.hasEnded else { continue }
                outcome.send(view.state)
            }
        }
        // Those who wait hear of it in their own turn, and compare what there is.
        for _ in 0..<50 where outstanding > 0 { try? await context.loop.sleep(for: .milliseconds(10)) }
    }

    /// Cancels the tasks that still wait for outcomes, and awaits the end of their comparisons.
    private func settle() async {
        let tasks = waitingTasks.withLock { Array($0.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private struct Manifest: Decodable {
        struct File: Decodable { let digest: ContentDigest }
        struct Page: Decodable { let images: [File] }
        struct Document: Decodable {
            let pages: [Page]
            let pdf: File?
        }
        let documents: [Document]
    }

    /// The comparable results of a submission.
    private func shadow(_ id: SubmissionID?, _ state: SubmissionState?, at lane: GatewayLane) async -> ShadowResult? {
        guard let id, let state, let view = try? await lane.client.submission(id),
            let manifest = await lane.get("/v1/submissions/\(id)/manifest", as: Manifest.self)
        else { return nil }
        var facts = [ShadowResult.Fact("state", state.rawValue)]
        for (number, document) in view.documents.enumerated() {
            let place = "documents[\(number)]"
            facts.append(.init("\(place).verdict", document.verdict?.rawValue ?? "–"))
            facts.append(.init("\(place).reasons", document.reasons.map(\.rule.rawValue).sorted().joined(separator: ", ")))
        }
        for (number, document) in manifest.documents.enumerated() {
            for (page, content) in document.pages.enumerated() {
                facts += content.images.enumerated().map {
                    .init("documents[\(number)].pages[\(page)].images[\($0)]", "\($1.digest)", isFile: true)
                }
            }
            // A PDF holds when it was made: only whether there is one can be compared.
            facts.append(.init("documents[\(number)].pdf", document.pdf == nil ? "none" : "there"))
        }
        return ShadowResult(id: "\(id)", facts: facts)
    }

    func clean() async -> [String] {
        // What is being sent ends at its next step, so that nothing is left behind that comes later.
        sending.withLock { $0.isStopped = true }
        for _ in 0..<100 where sending.withLock({ $0.count }) > 0 { try? await context.loop.sleep(for: .milliseconds(20)) }
        await settle()
        var notes: [String] = []
        notes += await tenant.clean(lane)
        // Of one installation all is erased at once.
        if let other, otherTenant != nil || tenant.name == nil { notes += await (otherTenant ?? tenant).clean(other) }
        notes += await tenant.end()
        if let otherTenant { notes += await otherTenant.end() }
        return notes
    }

    func close() async {
        for lane in lanes {
            await lane.outcomes.close()
            await lane.http.close()
        }
    }
}
