import EventLoop
import FoundationEssentials

/// What a script has found wrong with the views that it went through.
public protocol BrowserLook: Decodable, Sendable {
    /// Violations of the rules for access, by `axe`.
    var axe: [String] { get }
    /// What the console said, violations of the page's policy among it.
    var console: [String] { get }
    /// Where requests went that are none of the suite's.
    var origins: [String] { get }
}

/// A script that drives Debian's Chromium over the suite's pages, and its folder of pictures.
///
/// Script and test speak by marks, which are files of that folder: `ask(NAME)` of `person.py` makes `NAME`, and waits for `NAME-done`.
public struct BrowserScript: Sendable {
    private let name: String
    private let python: String
    /// The test's own, and the script's home.
    public let folder: TemporaryFolder

    public init(_ name: String, python: String) throws {
        self.name = name
        self.python = python
        folder = try TemporaryFolder("browser")
    }

    /// Where the script puts its pictures and marks.
    public var pictures: String { "\(folder.path)/pictures" }

    /// Runs the script to its end: its arguments are `base`, the folder of pictures and `arguments`. What it printed last is returned,
    /// and the pictures whose names begin with a digit are kept.
    ///
    /// `part` is what the test does meanwhile. It ends with the script, and the script with it where it fails: neither waits for one
    /// that is no more.
    ///
    /// - Throws: ``Program/Failed``, where the script did not succeed, with what it said.
    public func run<Seen: Decodable & Sendable>(
        _ type: Seen.Type, at base: String, _ arguments: [String], environment: [String: String] = [:],
        limit: Duration = .seconds(400), meanwhile part: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Seen {
        let ended = try await withThrowingTaskGroup(of: Program.Result?.self) { group in
            group.addTask {
                try await Program.run(
                    python, [Browser.script(name), base, pictures] + arguments,
                    environment: environment.merging(["HOME": folder.path]) { $1 }, limit: limit)
            }
            group.addTask {
                try await part()
                return nil
            }
            defer { group.cancelAll() }
            return try await group.first { $0 != nil } ?? nil
        }
        try KeptPictures.keep(of: pictures) { $0.first?.isNumber == true }
        guard let ended, ended.status.isSuccess else {
            let said = ended.map { "\($0.status): \($0.complaints.suffix(3000))\($0.text.suffix(1000))" }
            throw Program.Failed(description: "\(name) \(said ?? "was stopped")")
        }
        return try JSONDecoder().decode(Seen.self, from: Data((ended.text.split(separator: "\n").last ?? "").utf8))
    }

    /// The same for a script that looks at views: nothing may be wrong with any.
    public func look<Seen: BrowserLook>(
        _ type: Seen.Type, at base: String, _ arguments: [String], environment: [String: String] = [:],
        limit: Duration = .seconds(400), meanwhile part: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Seen {
        let seen = try await run(type, at: base, arguments, environment: environment, limit: limit, meanwhile: part)
        guard seen.axe.isEmpty, seen.console.isEmpty, seen.origins.isEmpty else {
            throw Program.Failed(
                description: "\(name) saw: of axe \(seen.axe), on the console \(seen.console), requests elsewhere \(seen.origins)"
            )
        }
        return seen
    }

    // MARK: - Marks

    /// Waits until the script asks for the test's part: longer than any script may run, for its end ends this.
    public func asked(_ mark: String) async throws {
        let path = "\(pictures)/\(mark)"
        try await eventually(
            "the script asks for \(mark)", within: .seconds(900), isTrue: { FileManager.default.fileExists(atPath: path) })
    }

    /// Tells the script that this part is done, and what came of it.
    public func answered(_ mark: String, _ text: String = "") throws {
        try Data(text.utf8).write(to: URL(filePath: "\(pictures)/\(mark)-done"), options: .atomic)
    }

    /// Does what the script asks for.
    public func answer(_ mark: String, _ act: () async throws -> Void) async throws {
        try await asked(mark)
        try await act()
        try answered(mark)
    }
}
