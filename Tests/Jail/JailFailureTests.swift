import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Shared
import Support
import Telemetry
import Testing

/// Jobs and zygotes that hang, die, or do not come up.
@Suite(.timeLimit(.minutes(1)))
struct JailFailureTests {
    @Test func aJobThatHangsIsKilledAtItsDeadline() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1, stepDeadline: .milliseconds(200))) { jail, _ in
            let endless = try EndlessInput()
            await #expect(throws: JailError.refused(.tooCostly)) { try await jail.inspect(endless.input) }
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
        }
    }

    @Test func cancellingTheTaskKillsTheJob() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1)) { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn {
                await #expect(throws: JailError.cancelled) { try await jail.inspect(endless.input) }
            }
            try await endless.waitForReader(on: group.next())
            task.cancel()
            await task.value
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
        }
    }

    @Test func aZygoteThatDiesIsReplacedAndItsJobsCanBeTriedAgain() async throws {
        let photo = try Photo.jpeg()
        try await withJail { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn {
                let error = await #expect(throws: JailError.self) { try await jail.inspect(endless.input) }
                #expect(error?.isRetriable == true)
                #expect(error?.code == "jail.zygote-died")
            }
            try await endless.waitForReader(on: group.next())
            let first = try #require(await jail.zygoteProcessID)
            #expect(kill(first, SIGKILL) == 0)
            await task.value
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
            #expect(await jail.zygoteProcessID != first)
        }
    }

    @Test func aChildThatWantsMoreMemoryThanItMayHaveIsEnded() async throws {
        let photo = try Photo.encoded(.cornered(width: 3000, height: 2000), as: "png")
        let limits = JobLimits(addressSpace: 64 << 20)
        try await withJail(JailConfiguration(limits: limits)) { jail, _ in
            let error = await #expect(throws: JailError.self) {
                _ = try await jail.pages(of: photo, DecodeRequest(mediaType: .png))
            }
            #expect(error == .exhausted)
        }
    }

    @Test func aChildThatUsesTooMuchProcessorTimeIsEnded() async throws {
        let pdf = HandmadePDF.cornered(pages: 200).bytes
        try await withJail(JailConfiguration(limits: JobLimits(cpuSeconds: 1))) { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.pages(of: pdf, DecodeRequest(mediaType: .pdf)) }
            #expect(error == .exhausted)
        }
    }

    /// Each has to run once more with nothing beside it.
    @Test func severalThatHangAtOnceGetTheirTurns() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 2, stepDeadline: .milliseconds(200))) { jail, _ in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<3 {
                    tasks.addTask {
                        let endless = try EndlessInput()
                        await #expect(throws: JailError.refused(.tooCostly)) { try await jail.inspect(endless.input) }
                    }
                }
                try await tasks.waitForAll()
            }
            #expect(try await jail.inspect(.bytes(photo)).pageCount == 1)
        }
    }

    @Test func moreJobsThanPlacesWaitTheirTurn() async throws {
        let photo = try Photo.jpeg()
        try await withJail(JailConfiguration(maximumConcurrentJobs: 2)) { jail, _ in
            let counts = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<20 { tasks.addTask { try await jail.inspect(.bytes(photo)).pageCount } }
                return try await tasks.reduce(0, +)
            }
            #expect(counts == 20)
        }
    }

    @Test func whenTooManyWaitTheNextIsTurnedAway() async throws {
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1, maximumWaitingJobs: 0)) { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn { _ = try? await jail.inspect(endless.input) }
            try await endless.waitForReader(on: group.next())
            let error = await #expect(throws: JailError.self) { try await jail.inspect(.bytes([1])) }
            #expect(error?.code == "jail.unavailable")
            task.cancel()
            await task.value
        }
    }

    @Test func aMissingExecutableIsSaidAtOnce() async throws {
        let error = await #expect(throws: JailError.self) {
            try await withJail(JailConfiguration(decoderPath: "/nowhere/DecoderJail")) { _, _ in }
        }
        #expect(error?.code == "jail.unavailable")
    }

    @Test func anExecutableThatIsNoZygoteIsGivenUpOn() async throws {
        let configuration = JailConfiguration(decoderPath: "/bin/true", startDeadline: .milliseconds(300))
        let error = await #expect(throws: JailError.self) { try await withJail(configuration) { _, _ in } }
        #expect(error?.code == "jail.unavailable")
    }

    /// Who waits for the first waits for the second, which is there soon: not until the deadline, which is longer than this test may take.
    @Test func aZygoteThatDiesBeforeItIsReadyIsReplaced() async throws {
        let real = "\(ChildProcess.currentExecutableDirectory ?? ".")/DecoderJail"
        let program = "/tmp/docket-\(UInt64.random(in: 0...UInt64.max))"
        let script = "#!/bin/sh\nif mkdir '\(program).first' 2>/dev/null; then exit 1; fi\nexec '\(real)'\n"
        defer {
            unlink(program)
            rmdir("\(program).first")
        }
        try await Script.write(script, to: program)
        try await withJail(JailConfiguration(decoderPath: program, startDeadline: .seconds(600))) { jail, _ in
            #expect(await jail.isReady)
            #expect(access("\(program).first", F_OK) == 0)
        }
    }

    @Test func afterShutdownNothingIsLeftAndNothingStarts() async throws {
        let group = try EventLoopGroup(threads: 1)
        let jail = try await Jail.start(
            configuration: JailConfiguration(), group: group, logger: Logger(label: "jail", level: .critical))
        let zygote = try #require(await jail.zygoteProcessID)
        #expect(await jail.isReady)
        #expect(await jail.libraries.keys.sorted() == ["build", "cairo", "libmagic", "libvips", "poppler", "qpdf"])
        await jail.shutdown()
        #expect(kill(zygote, 0) == -1)
        #expect(await !jail.isReady)
        let error = await #expect(throws: JailError.self) { try await jail.inspect(.bytes([1])) }
        #expect(error?.code == "jail.unavailable")
        await group.shutdown()
    }

    // MARK: - What is counted

    @Test func `a file is made for a job when it is its turn, and never one that is too large`() async throws {
        try await withJail(JailConfiguration(maximumConcurrentJobs: 1, maximumInputBytes: 100)) { jail, _ in
            @Sendable func refuse(_ size: Int) async throws -> Bool {
                try await jail.withFile(ofSize: size) {
                    Issue.record("a file of \(size) bytes was made")
                    throw JailError.unavailable(detail: "it was made")
                } reading: { _ in
                    true
                }
            }
            await #expect(throws: JailError.refused(.overBudget(.bytes, found: 101, limit: 100))) {
                _ = try await refuse(101)
            }
            let isOpen = try await jail.withFile(ofSize: 100) {
                OwnedDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
            } reading: { input in
                // The only place is taken: who is cancelled while waiting has made nothing.
                let next = Task { try await refuse(1) }
                next.cancel()
                await #expect(throws: JailError.cancelled) { _ = try await next.value }
                guard case .descriptor(let number) = input else { return false }
                return fcntl(number, F_GETFD) >= 0
            }
            #expect(isOpen)
            // It is free again.
            let isFree = try await jail.withFile(ofSize: 1) {
                OwnedDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
            } reading: { _ in
                true
            }
            #expect(isFree)
        }
    }

    @Test func childrenAreCountedByHowTheyEndAndByWhatTheyTook() async throws {
        let photo = try Photo.jpeg(.cornered(width: 1600, height: 1200))
        let metrics = MetricsRegistry()
        try await withJail(metrics: metrics) { jail, _ in
            _ = try await jail.inspect(.bytes(photo))
            _ = try await jail.inspect(.bytes(Array("hello".utf8)))
            _ = try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg))
            _ = try await jail.redraw(.bytes(HandmadePDF.cornered().bytes))
        }
        try await withJail(JailConfiguration(stepDeadline: .milliseconds(200)), metrics: metrics) { jail, _ in
            let endless = try EndlessInput()
            await #expect(throws: JailError.refused(.tooCostly)) { try await jail.inspect(endless.input) }
        }
        let text = metrics.renderPrometheus()
        for sample in [
            #"docket_jail_children_total{job="inspect",end="answered"} 2"#,
            #"docket_jail_children_total{job="inspect",end="deadline-exceeded"} 2"#,
            #"docket_jail_children_total{job="decode",end="answered"} 1"#,
            #"docket_jail_children_total{job="redraw",end="answered"} 1"#,
            #"docket_jail_children_total{job="prove",end="answered"} 1"#,
            #"docket_jail_child_processor_seconds_count{job="decode"} 1"#,
            // Libraries alone are more than eight megabytes; nothing here takes a gigabyte.
            #"docket_jail_child_peak_memory_bytes_bucket{job="decode",le="1073741824"} 1"#,
            #"docket_jail_child_peak_memory_bytes_bucket{job="decode",le="8388608"} 0"#,
        ] {
            #expect(text.contains(sample), "\(sample) is not in \(text)")
        }
    }
}
