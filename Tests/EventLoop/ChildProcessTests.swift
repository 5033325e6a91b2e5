import EventLoop
import FoundationEssentials
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test(arguments: [CInt(0), 1, 42, 255])
    func theExitCodeComesBack(code: CInt) async throws {
        try await withGroup(threads: 1) { group in
            let child = try ChildProcess.spawn(shell("exit \(code)"), on: group.next())
            #expect(await child.wait() == .exited(code))
            #expect(await child.wait() == .exited(code))
            #expect(child.status == .exited(code))
            #expect(!child.signal(SIGTERM))
        }
    }

    @Test func aSignalReachesTheProcessAndItsWholeGroupWhereItLeadsOne() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let plain = try ChildProcess.spawn(.init(executable: "/bin/sleep", arguments: ["3600"]), on: loop)
            #expect(!plain.signalGroup(SIGTERM))
            #expect(plain.signal(SIGTERM))
            #expect(await plain.wait() == .signalled(SIGTERM))

            var options = shell("sleep 3600 & wait")
            options.ownProcessGroup = true
            let leader = try ChildProcess.spawn(options, on: loop)
            #expect(leader.signalGroup(SIGKILL))
            #expect(await leader.wait() == .signalled(SIGKILL))
        }
    }

    @Test func itGetsWhatWasNamedAndNothingElse() async throws {
        try await withGroup(threads: 1) { group in
            let input = try Pipe()
            input.write(Array("through seven\n".utf8))
            let output = try Pipe()
            // Without close-on-exec, as libraries leave them behind.
            let stray = OwnedDescriptor(fcntl(input.reader.number, F_DUPFD, 200))
            var options = shell("read x <&7; echo \"$A|$PWD|$x|$HOME|$(ls /proc/$$/fd | grep -cx \(stray.number))\"")
            options.environment = ["A": "value", "PATH": "/usr/bin:/bin"]
            options.workingDirectory = "/usr"
            options.descriptors = [7: input.reader.number]
            options.standardOutput = .descriptor(output.writer.number)
            let child = try ChildProcess.spawn(options, on: group.next())
            #expect(await child.wait() == .exited(0))
            #expect(String(decoding: output.read(1000), as: UTF8.self) == "value|/usr|through seven||0\n")
        }
    }

    @Test func descriptorsMaySwapTheirNumbers() async throws {
        try await withGroup(threads: 1) { group in
            let output = try Pipe()
            let first = try Pipe()
            let second = try Pipe()
            first.write(Array("first\n".utf8))
            second.write(Array("second\n".utf8))
            let (a, b) = (first.reader.number, second.reader.number)
            var options = shell("read x <&\(a); read y <&\(b); echo \"$x $y\"")
            options.executable = "/bin/bash"
            options.descriptors = [a: b, b: a]
            options.standardOutput = .descriptor(output.writer.number)
            let child = try ChildProcess.spawn(options, on: group.next())
            #expect(await child.wait() == .exited(0))
            #expect(String(decoding: output.read(100), as: UTF8.self) == "second first\n")
        }
    }

    @Test func whatCannotBeStartedSaysWhichStepFailed() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            #expect(throws: EventLoopError(code: .spawnFailed, subject: "/nonexistent", number: ENOENT)) {
                try ChildProcess.spawn(.init(executable: "/nonexistent"), on: loop)
            }
            #expect(throws: EventLoopError(code: .spawnFailed, subject: "/bin/true in /nonexistent", number: ENOENT)) {
                try ChildProcess.spawn(.init(executable: "/bin/true", workingDirectory: "/nonexistent"), on: loop)
            }
        }
    }

    @Test func theLifelineIsOpenWhileItsProcessLives() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let output = try Pipe()
            var options = shell("echo ready; cat <&9; echo gone")
            options.lifeline = 9
            options.standardOutput = .descriptor(output.writer.number)
            let child = try ChildProcess.spawn(options, on: loop)
            _ = try await DescriptorWatch(descriptor: output.reader.number, on: loop).wait(for: .read)
            #expect(output.read(100) == Array("ready\n".utf8))
            child.cutLifeline()
            #expect(await child.wait() == .exited(0))
            #expect(output.read(100) == Array("gone\n".utf8))
        }
    }

    @Test func aShutdownDoesNotWaitForChildrenNorThoseWhoWaitForThem() async throws {
        let group = try EventLoopGroup(threads: 2, name: "child")
        let child = try ChildProcess.spawn(.init(executable: "/bin/sleep", arguments: ["3600"]), on: group.loops[1])
        let status = AsyncSignal<ChildExitStatus>()
        group.loops[0].spawn { status.send(await child.wait()) }
        await group.shutdown()
        #expect(status.value == .unobserved)
        #expect(child.signal(SIGKILL))
        _ = waitpid(child.pid, nil, 0)
    }

    @Test(.enabled(if: geteuid() == 0))
    func anotherUser() async throws {
        try await withGroup(threads: 1) { group in
            let output = try Pipe()
            var options = shell("echo $(id -u):$(id -g):$(id -G)")
            options.identity = .init(userID: 65_534, groupID: 65_534)
            options.standardOutput = .descriptor(output.writer.number)
            options.parentDeathSignal = SIGKILL
            let child = try ChildProcess.spawn(options, on: group.next())
            #expect(await child.wait() == .exited(0))
            #expect(String(decoding: output.read(100), as: UTF8.self) == "65534:65534:65534\n")
        }
    }

    @Test func theFolderOfTheRunningProgramExists() throws {
        let directory = try #require(ChildProcess.currentExecutableDirectory)
        #expect(FileManager.default.fileExists(atPath: directory))
    }

    @Test func aSignalThatIsWatchedArrivesAsAValueAndEndsNothing() async throws {
        // SIGURG is ignored by default, so that a thread which does not block it is not hurt.
        SignalWatch.block([SIGURG])
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let watch = try SignalWatch(signals: [SIGURG], on: loop)
            // Directed at a thread that blocks it: the loop's, which signalfd reads as well.
            try await loop.run {
                SignalWatch.block([SIGURG])
                pthread_kill(pthread_self(), SIGURG)
                let received = try await watch.next()
                #expect(received == SIGURG)
            }
        }
    }
}

private func shell(_ script: String) -> ChildProcess.Options {
    ChildProcess.Options(executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
}
