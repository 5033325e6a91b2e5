import DocumentFixtures
import EventLoop
import Foundation
import Jail
import Testing

/// What the kernel says of a child that is reading its input.
@Suite(.timeLimit(.minutes(1)))
struct ConfinementTests {
    private func file(_ name: String, of process: Int32) throws -> String {
        // To its end: /proc gives a page at a time, and no length.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/\(name)"))
        return String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    }

    private func users(of process: Int32) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/user")
    }

    private func children(of process: Int32) throws -> [Int32] {
        try file("task/\(process)/children", of: process).split(separator: " ").compactMap { Int32($0) }
    }

    /// In a process-id namespace it is the first, and a child of what the worker started.
    private func zygote(of jail: Jail) async throws -> Int32 {
        let started = try #require(await jail.zygoteProcessID)
        guard try #require(await jail.locks).missing[.namespaces] == nil else { return started }
        return try #require(try children(of: started).first)
    }

    /// Runs `body` with the process ids of the zygote and of a child that hangs on its input.
    private func withHangingChild(
        _ configuration: JailConfiguration, _ body: (_ zygote: Int32, _ child: Int32) async throws -> Void
    ) async throws {
        try await withJail(configuration) { jail, group in
            let endless = try EndlessInput()
            let task = group.next().spawn { _ = try? await jail.inspect(endless.input) }
            try await endless.waitForReader(on: group.next())
            let zygote = try await zygote(of: jail)
            try await body(zygote, try #require(try children(of: zygote).first))
            task.cancel()
            await task.value
        }
    }

    @Test func limitsHoldBeforeTheFirstByteIsRead() async throws {
        let limits = JobLimits(addressSpace: 5 << 30, cpuSeconds: 77, openFiles: 11)
        try await withHangingChild(JailConfiguration(limits: limits)) { _, child in
            var found: [String: String] = [:]
            for line in try file("limits", of: child).split(separator: "\n") {
                let words = line.split(separator: "  ", omittingEmptySubsequences: true)
                if words.count > 1 { found[String(words[0])] = words[1].trimmingCharacters(in: .whitespaces) }
            }
            #expect(found["Max address space"] == "\(5 << 30)")
            #expect(found["Max cpu time"] == "77")
            #expect(found["Max file size"] == "0")
            #expect(found["Max core file size"] == "0")
            // Where they are counted apart from everybody else's.
            let (own, others) = try (users(of: child), users(of: getpid()))
            #expect((found["Max processes"] == "1024") == (own != others))
            // 0 to 2, the job's socket, one input, and what is granted.
            #expect(found["Max open files"] == "\(5 + 11)")
        }
    }

    @Test func theChildHasNoNewPrivilegesAndAGroupOfItsOwn() async throws {
        try await withHangingChild(JailConfiguration()) { zygote, child in
            #expect(try file("status", of: child).contains("NoNewPrivs:\t1\n"))
            #expect(try file("status", of: child).contains("CapEff:\t0000000000000000\n"))
            #expect(try file("status", of: child).contains("Threads:\t1\n"))
            // After the name in parentheses: state, parent, group.
            let fields = try file("stat", of: child).split(separator: ")")[1].split(separator: " ")
            #expect(fields[1] == "\(zygote)")
            #expect(fields[2] == "\(child)")
        }
    }

    /// The zygote holds itself to what it does, and a child, on top of that, to what decoding does.
    @Test func theSystemCallsAreFilteredBeforeTheFirstByteIsRead() async throws {
        try await withHangingChild(JailConfiguration()) { zygote, child in
            func filters(of process: Int32) throws -> Int {
                let status = try file("status", of: process)
                #expect(status.contains("Seccomp:\t2\n"))
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Seccomp_filters:") })
                return try #require(Int(line.split(separator: "\t")[1]))
            }
            let inherited = try filters(of: zygote)
            #expect(try filters(of: child) == inherited + 1)
        }
    }

    /// What one child may write and run, another would run: no such memory is there when they are forked.
    @Test func theZygoteHasNoMemoryThatCanBeWrittenAndExecuted() async throws {
        try await withJail { jail, _ in
            let maps = try file("maps", of: try await zygote(of: jail))
            for line in maps.split(separator: "\n") {
                let rights = try #require(line.split(separator: " ").dropFirst().first)
                #expect(!rights.contains("wx"), "\(line)")
                // Nor memory that children would share with each other.
                #expect(!(rights.contains("w") && rights.hasSuffix("s")), "\(line)")
            }
        }
    }

    @Test func theZygoteHasOneThread() async throws {
        try await withJail { jail, _ in
            let zygote = try await zygote(of: jail)
            let status = try file("status", of: zygote)
            #expect(status.contains("Threads:\t1\n"))
        }
    }

    @Test func noLoaderIsThereThatNoFormatNeeds() async throws {
        try await withJail { jail, _ in
            let maps = try file("maps", of: try await zygote(of: jail))
            #expect(maps.contains("/libvips.so"))
            for stranger in ["MagickCore", "openslide", "vips-poppler"] { #expect(!maps.contains(stranger)) }
            // The modules that are wanted, unless they are built in.
            #expect(maps.contains("/libheif.so") && maps.contains("/libjxl.so"))
        }
    }

    /// What wraps the tenants' keys is named by a variable, or stands in one, and is open in the worker while it is read. The process is a
    /// test's own, for it changes its environment.
    @Test func noKeyOfTheWorkerIsInTheZygoteOrAChildThatDecodes() async throws {
        await #expect(processExitsWith: .success) { try await ConfinementTests().lookForKey() }
    }

    private func lookForKey() async throws {
        let key = try PlantedKey()
        #expect(try places(of: key, in: getpid()).count == 1, "it is found where it is")
        try await withHangingChild(JailConfiguration()) { zygote, child in
            let (variables, found) = (try file("environ", of: zygote), try places(of: key, in: zygote))
            #expect(variables.contains("LC_ALL=C.UTF-8") && found.isEmpty)
            #expect(try !file("cmdline", of: child).contains(PlantedKey.mark))
            // Who may not trace everybody cannot look into a child any further, and need not: see `BreakoutTests`.
            if access("/proc/\(child)/fd/0", F_OK) == 0 {
                #expect(try places(of: key, in: child).isEmpty)
            } else {
                #expect(errno == EACCES)
            }
        }
    }

    /// Where another process has a key.
    private func places(of key: PlantedKey, in process: Int32) throws -> [String] {
        var places = try ["environ", "cmdline"].filter { try file($0, of: process).contains(PlantedKey.mark) }
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd") {
            if key.isFile(at: "/proc/\(process)/fd/\(name)") { places.append("fd/\(name)") }
        }
        return places
    }

    @Test func theChildDiesWithTheZygote() async throws {
        try await withHangingChild(JailConfiguration()) { zygote, child in
            let watch = try ChildEnd(of: child)
            kill(zygote, SIGKILL)
            try watch.wait()
        }
    }
}

/// Waits for the end of a process that is not a child of this one.
private struct ChildEnd {
    private let descriptor: CInt

    init(of process: Int32) throws {
        descriptor = open("/proc/\(process)", O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw Tool.Failed(description: "no process \(process)") }
    }

    /// A descriptor of /proc names the process, not its number: reading from it fails once the process is gone.
    func wait() throws {
        defer { close(descriptor) }
        while faccessat(descriptor, "stat", R_OK, 0) == 0 { sched_yield() }
    }
}
