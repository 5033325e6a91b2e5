import CommandSupport
import EventLoop
import LoadTest

/// A target of replays.
protocol ReplayTarget: Sendable {
    /// For the report.
    var about: ReplayReport.About { get }

    /// Prepares the target. Throws if a replay is not possible.
    func open() async throws

    /// Sends one thing, and measures it until the target has accepted or refused it. It does not wait for the outcome.
    func send(_ step: ReplaySettings.Walk.Step) async

    /// The number of comparisons that are still awaited.
    var outstanding: Int { get }

    /// Reads awaited outcomes once more.
    func lookAgain() async

    /// Removes the data of the run; returns notes for the report.
    func clean() async -> [String]

    /// The comparison of two builds, if one was requested.
    var comparison: ShadowComparison? { get }

    func close() async
}

/// Replays a recording at a target in an open loop: nothing waits for earlier answers.
struct ReplayDriver: Sendable {
    let context: CommandContext
    let file: RecordingFile
    let settings: ReplaySettings
    let clock: ReplayClock

    /// Returns after how many seconds everything was sent.
    func send(to target: some ReplayTarget) async throws -> Double {
        let room = AsyncSemaphore(permits: settings.mostUnderWay)
        var walk = ReplaySettings.Walk(file, settings)
        while let step = try await walk.next() {
            try await clock.wait(until: step.intended)
            try await room.acquire()
            context.loop.spawn {
                await target.send(step)
                room.release()
            }
        }
        let sent = clock.now
        // Everything has been answered when all of the room is free again.
        for _ in 0..<settings.mostUnderWay { try await room.acquire() }
        return sent
    }

    /// Waits for the outcomes of accepted things, as long as some still arrive.
    func waitForTheEnds(at target: some ReplayTarget) async throws {
        func left() -> Int { clock.note { tally, _ in tally.waiting } + target.outstanding }
        var deadline = clock.now + settings.patience
        var before = left()
        while before > 0, clock.now < deadline {
            try await context.loop.sleep(for: .milliseconds(20))
            let now = left()
            if now < before { deadline = clock.now + settings.patience }
            before = now
        }
        if before > 0 { await target.lookAgain() }
    }

    /// Shows the progress until it is cancelled.
    func showProgress() async {
        let length = settings.length(of: file.scan)
        var before = (time: 0.0, accepted: 0)
        while (try? await context.loop.sleep(for: .milliseconds(200))) != nil {
            let (now, measured) = (
                clock.now,
                clock.note { tally, _ in
                    (tally.accepted, tally.failed, tally.percentile(99), tally.underWay)
                }
            )
            let rate = Double(measured.0 - before.accepted) / max(0.001, now - before.time)
            before = (now, measured.0)
            let progress = ReplayProgress(
                share: length.map { $0 > 0 ? min(1, now / $0) : 1 }, rate: rate, errors: measured.1, p99: measured.2,
                left: length.map { max(0, $0 - now) }, underWay: measured.3, isWaiting: length.map { now > $0 } ?? false)
            context.output.showStatus(progress.text(width: context.output.width))
        }
    }
}
