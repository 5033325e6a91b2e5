public import EventLoop
import FoundationEssentials
import Glibc

/// Programs that tests start: they are killed with this process, however it ends.
public enum Program {
    /// Never shut down, for the kernel kills a child with the thread that has started it.
    public static let group = Task.detached { try EventLoopGroup(threads: 1, blockingThreads: 2, name: "programs") }

    /// How a program that has ended did so, and what it said.
    public struct Result: Sendable {
        public let status: ExitStatus
        public let output: [UInt8]
        public let complaints: String

        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    public struct Failed: Error, CustomStringConvertible {
        public let description: String
        public init(description: String) { self.description = description }
    }

    /// Runs a program (a path, or the name of a tool of the system) to its end. After `limit` it is killed, and the call throws.
    /// `environment` is added to what every program needs; `input` is what it reads.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String? = nil,
        input: [UInt8]? = nil, limit: Duration = .seconds(60)
    ) async throws -> Result {
        let folder = try TemporaryFolder("run")
        let started = try await start(
            program, arguments, environment: environment, workingDirectory: workingDirectory, input: input,
            output: "\(folder.path)/output", complaints: "\(folder.path)/complaints", in: folder)
        do {
            let loop = try await group.value.next()
            let status = try await withDeadline(limit, on: loop) { try await started.process.waitUnlessCancelled() }
            return Result(
                status: status, output: ProcFile.bytes("\(folder.path)/output") ?? [],
                complaints: ProcFile.text("\(folder.path)/complaints") ?? "")
        } catch {
            started.process.signalGroup(SIGKILL)
            _ = await started.process.wait()
            throw Failed(description: "\(program) \(arguments): \(error)")
        }
    }

    /// Runs a program that has to succeed.
    public static func check(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String? = nil,
        input: [UInt8]? = nil, limit: Duration = .seconds(60)
    ) async throws -> Result {
        let result = try await run(
            program, arguments, environment: environment, workingDirectory: workingDirectory, input: input, limit: limit)
        guard result.status.isSuccess else {
            throw Failed(description: "\(program) \(arguments) \(result.status): \(result.complaints)\(result.text)")
        }
        return result
    }

    /// Starts a program that runs until it is stopped; what it says goes into one file.
    public static func start(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String? = nil
    ) async throws -> StartedProgram {
        let folder = try TemporaryFolder("run")
        let output = "\(folder.path)/output"
        return try await start(
            program, arguments, environment: environment, workingDirectory: workingDirectory, input: nil, output: output,
            complaints: output, in: folder)
    }

    private static func start(
        _ program: String, _ arguments: [String], environment: [String: String], workingDirectory: String?, input: [UInt8]?,
        output: String, complaints: String, in folder: TemporaryFolder
    ) async throws -> StartedProgram {
        var options = ChildProcess.Options(
            executable: try path(of: program), arguments: arguments,
            environment: basicEnvironment.merging(environment) { $1 }, workingDirectory: workingDirectory)
        let outputFile = try file(output, O_WRONLY | O_CREAT | O_APPEND)
        defer { close(outputFile) }
        let complaintsFile = try file(complaints, O_WRONLY | O_CREAT | O_APPEND)
        defer { close(complaintsFile) }
        options.standardOutput = .descriptor(outputFile)
        options.standardError = .descriptor(complaintsFile)
        options.ownProcessGroup = true
        options.parentDeathSignal = SIGKILL
        var inputFile: CInt = -1
        if let input {
            try Data(input).write(to: URL(filePath: "\(folder.path)/input"))
            inputFile = try file("\(folder.path)/input", O_RDONLY)
            options.descriptors[STDIN_FILENO] = inputFile
        }
        defer { if inputFile >= 0 { close(inputFile) } }
        let loop = try await group.value.next()
        let wanted = options
        let process = try await loop.run { try ChildProcess.spawn(wanted, on: loop) }
        return StartedProgram(process: process, folder: folder, output: output, loop: loop)
    }

    /// What is inherited: where tools and libraries are, and nothing that would configure what is under test.
    private static var basicEnvironment: [String: String] {
        var kept = ProcessInfo.processInfo.environment.filter { ["HOME", "LD_LIBRARY_PATH", "TMPDIR"].contains($0.key) }
        kept["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        kept["LC_ALL"] = "C.UTF-8"
        // The backtracer holds a crashed process open for seconds.
        kept["SWIFT_BACKTRACE"] = "enable=no"
        return kept
    }

    private static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        for folder in ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"] {
            if access("\(folder)/\(program)", X_OK) == 0 { return "\(folder)/\(program)" }
        }
        throw Failed(description: "The tool \(program) is not installed; `deploy/test` installs it.")
    }

    private static func file(_ path: String, _ flags: CInt) throws -> CInt {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failed(description: "\(path): \(String(cString: strerror(errno)))") }
        return descriptor
    }
}

/// A program that runs.
public final class StartedProgram: Sendable {
    public let process: ChildProcess
    private let folder: TemporaryFolder
    private let outputPath: String
    private let loop: EventLoop

    init(process: ChildProcess, folder: TemporaryFolder, output: String, loop: EventLoop) {
        self.process = process
        self.folder = folder
        outputPath = output
        self.loop = loop
    }

    /// What it has said until now, on either output.
    public var output: String { ProcFile.text(outputPath) ?? "" }

    /// Asks it to stop, and kills it if it takes longer than `grace`.
    @discardableResult
    public func stop(_ signal: CInt = 15 /* SIGTERM */, grace: Duration = .seconds(30)) async -> ExitStatus {
        process.signal(signal)
        // Cancellation of who asks leaves it its grace.
        let waiting = Task { [process, loop] in
            try await withDeadline(grace, on: loop) { try await process.waitUnlessCancelled() }
        }
        if let status = try? await waiting.value { return status }
        if !process.signalGroup(SIGKILL) { process.signal(SIGKILL) }
        return await process.wait()
    }
}
