import Domain
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@Suite struct PageProgressTests {
    private final class Listener: ProgressStore {
        private let log = Mutex<[StageProgress?]>([])
        var told: [StageProgress?] { log.withLock { $0 } }
        let isAway: Bool

        init(isAway: Bool = false) { self.isAway = isAway }

        func tell(_ progress: StageProgress, of submission: SubmissionID) async throws(StoreError) {
            log.withLock { $0.append(progress) }
            if isAway { throw StoreError(code: .unavailable, isRetriable: true, description: "away") }
        }

        let wasCancelled = Mutex(false)

        func forget(_ submission: SubmissionID) async throws(StoreError) {
            wasCancelled.withLock { $0 = Task.isCancelled }
            log.withLock { $0.append(nil) }
        }
    }

    /// Where something happens while it is told.
    private final class SlowStore: ProgressStore {
        let told = Mutex<[Int]>([])
        let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

        func tell(_ progress: StageProgress, of submission: SubmissionID) async throws(StoreError) {
            let meanwhile = meanwhile.withLock { next in
                defer { next = nil }
                return next
            }
            await meanwhile?()
            told.withLock { $0.append(progress.done) }
        }

        func forget(_ submission: SubmissionID) async throws(StoreError) {}
    }

    /// Time that passes when it is told to.
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let passed = Mutex(Duration.zero)

        var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
        func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
    }

    private func progress(
        _ files: [PageID], _ listener: Listener, _ clock: Clock
    ) -> PageProgress {
        PageProgress(
            of: .random(), version: 5, files: files, to: PageProgress.Audience(store: listener, now: { clock.now }))
    }

    @Test func itIsToldNowAndThen() async {
        let (listener, clock) = (Listener(), Clock())
        let files = [PageID.random(), .random()]
        let progress = progress(files, listener, clock)
        for _ in 1...3 {
            clock.pass(.milliseconds(100))
            await progress.made(pageOf: files[0], of: 20)
        }
        await progress.made(pageOf: files[0], of: 20)
        clock.pass(.seconds(1))
        await progress.made(pageOf: files[1], of: 2)
        // The other file counts as one page until it is opened.
        #expect(
            listener.told == [
                StageProgress(version: 5, done: 3, total: 21), StageProgress(version: 5, done: 5, total: 22),
            ])
        await progress.end()
        #expect(listener.told.last == .some(nil))
    }

    @Test func whatIsGivenUpIsWaitedForByNobody() async {
        let (listener, clock) = (Listener(), Clock())
        let files = [PageID.random(), .random(), .random()]
        let progress = progress(files, listener, clock)
        for _ in 1...3 { await progress.made(pageOf: files[0], of: 20) }
        progress.gaveUp(on: files[0])
        // It could not be opened at all.
        progress.gaveUp(on: files[1])
        clock.pass(.seconds(1))
        await progress.made(pageOf: files[2], of: 2)
        #expect(listener.told == [StageProgress(version: 5, done: 4, total: 5)])
    }

    /// While a count is on its way, the next could overtake it.
    @Test func oneIsToldAtATime() async {
        let (clock, file) = (Clock(), PageID.random())
        let store = SlowStore()
        let progress = PageProgress(
            of: .random(), version: 5, files: [file], to: PageProgress.Audience(store: store, now: { clock.now }))
        store.meanwhile.withLock {
            $0 = {
                clock.pass(.seconds(1))
                await progress.made(pageOf: file, of: 9)
            }
        }
        clock.pass(.seconds(1))
        await progress.made(pageOf: file, of: 9)
        #expect(store.told.withLock(\.self) == [1])
        clock.pass(.seconds(1))
        await progress.made(pageOf: file, of: 9)
        #expect(store.told.withLock(\.self) == [1, 3])
    }

    @Test func itIsForgottenWhenTheWorkIsCancelled() async {
        let (listener, clock) = (Listener(), Clock())
        let file = PageID.random()
        let progress = progress([file], listener, clock)
        clock.pass(.seconds(1))
        await progress.made(pageOf: file, of: 2)
        let work = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await progress.end()
        }
        await work.value
        #expect(listener.told.last == .some(nil))
        #expect(listener.wasCancelled.withLock(\.self) == false)
    }

    @Test func whatIsDoneAtOnceIsToldToNobody() async {
        let (listener, clock) = (Listener(), Clock())
        let file = PageID.random()
        let progress = progress([file], listener, clock)
        clock.pass(.milliseconds(249))
        await progress.made(pageOf: file, of: 1)
        await progress.end()
        #expect(listener.told.isEmpty)
    }

    @Test func thatNobodyCanBeToldStopsNothing() async {
        let (listener, clock) = (Listener(isAway: true), Clock())
        let file = PageID.random()
        let progress = progress([file], listener, clock)
        for _ in 1...2 {
            clock.pass(.seconds(1))
            await progress.made(pageOf: file, of: 2)
        }
        #expect(listener.told.count == 2)
    }
}
