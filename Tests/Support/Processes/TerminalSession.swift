import Glibc

/// A terminal of its own, by tmux, in which a line for the shell runs.
public struct TerminalSession: Sendable {
    private let socket: String

    /// Runs `body` beside the line, and ends both. What the line's end code was stands on the last screen: `ended with 0`.
    public static func run(
        _ line: String, environment: [String: String] = [:], width: Int = 100, height: Int = 40,
        _ body: (TerminalSession) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder("tmux")
        let session = TerminalSession(socket: "\(folder.path)/socket")
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        // The shell stays, so that the last screen does.
        _ = try await session.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
            "export TERM=screen LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no \(variables); \(line); echo ended with $?; exec cat")
        let result: Result<Void, any Error>
        do { result = .success(try await body(session)) } catch { result = .failure(error) }
        _ = try? await session.tmux("kill-server")
        try result.get()
    }

    private init(socket: String) { self.socket = socket }

    private func tmux(_ words: String...) async throws -> String {
        try await Program.check("tmux", ["-S", socket] + words, environment: ["TERM": "screen"]).text
    }

    /// What it shows now, plain.
    public var screen: String { get async throws { try await tmux("capture-pane", "-p") } }

    /// What it shows when it shows what is waited for; kept under a name for people to look at, with its colours.
    public func shows(_ what: String, keepingAs name: String? = nil, _ isThere: (String) -> Bool) async throws -> String {
        let shown = try await eventually("the terminal shows \(what)") {
            let screen = try await screen
            return isThere(screen) ? screen : nil
        }
        if let name { try KeptPictures.keep(screen: try await tmux("capture-pane", "-p", "-e"), as: "screen-\(name)") }
        return shown
    }

    /// Waits for the end of the line, with everything that was printed.
    public func end(keepingAs name: String? = nil) async throws -> String {
        try await shows("its end", keepingAs: name) { $0.contains("ended with") }
    }

    public func press(_ key: String) async throws { _ = try await tmux("send-keys", key) }

    public func resize(width: Int, height: Int) async throws {
        _ = try await tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
    }
}
