package import EventLoop
import Glibc

/// A program of Debian that is run to its end.
package enum Tool {
    private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

    /// Throws `CommandFailure` naming the package that has the program.
    package static func find(_ name: String, package: String) throws(CommandFailure) -> String {
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw CommandFailure(
            .startFailed, "the program `\(name)` is not installed", advice: "Install it with `apt-get install \(package)`.")
    }

    /// Throws `CommandFailure` with the last line that it wrote.
    package static func run(_ executable: String, _ arguments: [String], on loop: EventLoop) async throws {
        let status = try await outcome(executable, arguments, on: loop)
        guard status.success else {
            throw CommandFailure(.failure, "\(executable) \(arguments.joined(separator: " ")): \(status.lastLine)")
        }
    }

    /// Runs it to its end, with any exit status.
    package static func outcome(
        _ executable: String, _ arguments: [String], on loop: EventLoop
    ) async throws -> (success: Bool, lastLine: String) {
        var template = Array("/tmp/docket-tool-XXXXXX".utf8CString)
        let output = mkstemp(&template)
        guard output >= 0 else { throw CommandFailure.cannotCreate("/tmp") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            close(output)
            unlink(path)
        }
        var options = ChildProcess.Options(
            executable: executable, arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        options.standardOutput = .descriptor(output)
        options.standardError = .descriptor(output)
        options.parentDeathSignal = SIGKILL
        let child = try ChildProcess.spawn(options, on: loop)
        let status = await withTaskCancellationHandler {
            await child.wait()
        } onCancel: {
            child.signal(SIGKILL)
        }
        return (status.isSuccess, FileText.lastLine(path) ?? "\(status)")
    }
}
