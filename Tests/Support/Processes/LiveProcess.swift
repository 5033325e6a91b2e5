import Glibc

/// A process that runs now.
public struct LiveProcess: Sendable, Hashable, CustomStringConvertible {
    public let pid: CInt
    public let commandLine: String

    public var description: String { "\(pid): \(commandLine)" }

    /// Those in whose arguments, environment or working directory the text occurs. Processes that have ended and only wait to
    /// be reaped are not among them, nor is this one.
    public static func mentioning(_ text: String) -> [LiveProcess] {
        let needle = Array(text.utf8)
        return all().filter { pid in
            let folder = "/proc/\(pid)"
            guard isRunning(pid) else { return false }
            if ProcFile.link("\(folder)/cwd")?.contains(text) == true { return true }
            return ["cmdline", "environ"].contains { ProcFile.bytes("\(folder)/\($0)")?.contains(needle) == true }
        }.map { pid in
            let words = (ProcFile.bytes("/proc/\(pid)/cmdline") ?? []).map { $0 == 0 ? UInt8(ascii: " ") : $0 }
            return LiveProcess(pid: pid, commandLine: String(decoding: words, as: UTF8.self))
        }
    }

    /// Whether it exists and is more than an entry in the table.
    public static func isRunning(_ pid: CInt) -> Bool {
        // The name in parentheses may hold anything; the state follows the last one.
        guard let status = ProcFile.text("/proc/\(pid)/stat"), let end = status.lastIndex(of: ")") else { return false }
        return !["Z", "X"].contains(status[status.index(after: end)...].drop { $0 == " " }.prefix(1))
    }

    /// Those that it has started and that run now.
    public static func children(of parent: CInt) -> [CInt] { all().filter { self.parent(of: $0) == parent && isRunning($0) } }

    private static func parent(of pid: CInt) -> CInt? {
        guard let status = ProcFile.text("/proc/\(pid)/stat"), let end = status.lastIndex(of: ")") else { return nil }
        // The state, then the parent.
        let words = status[status.index(after: end)...].split(separator: " ", maxSplits: 2)
        return words.count > 1 ? CInt(words[1]) : nil
    }

    private static func all() -> [CInt] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [CInt] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if let pid = CInt(name), pid != getpid() { found.append(pid) }
        }
        return found
    }
}
