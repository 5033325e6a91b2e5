/// A command or a group of commands. A tree of these describes the whole command line: parsing, help and completion use
/// it.
public struct Command: Sendable {
    /// What a command does; returns the exit code.
    public typealias Body = @Sendable (ParsedArguments) async throws -> Int32

    public let name: String
    let summary: String
    let discussion: String
    let examples: [Example]
    let parameters: [ErasedParameter]
    public let subcommands: [Command]
    let body: Body?

    /// A command line to type, and its effect.
    public struct Example: Sendable {
        let line: String
        let meaning: String

        public init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// A command that runs. `summary` is one line; paragraphs of `discussion` are separated by empty lines.
    /// - Precondition: names are unique, and only the last argument may be optional or repeated.
    public init(
        _ name: String, summary: String, discussion: String = "", examples: [Example] = [],
        parameters: [any CommandParameter] = [], run body: @escaping Body
    ) {
        self.init(
            name: name, summary: summary, discussion: discussion, examples: examples, parameters: parameters, subcommands: [],
            body: body)
    }

    /// A group. Its options may stand before or after the name of the subcommand, and hold for each subcommand.
    public init(
        _ name: String, summary: String, discussion: String = "", examples: [Example] = [],
        options: [any CommandParameter] = [], subcommands: [Command]
    ) {
        precondition(!options.contains { $0.erased.isArgument }, "group \(name) cannot take arguments")
        self.init(
            name: name, summary: summary, discussion: discussion, examples: examples, parameters: options,
            subcommands: subcommands, body: nil)
    }

    private init(
        name: String, summary: String, discussion: String, examples: [Example], parameters: [any CommandParameter],
        subcommands: [Command], body: Body?
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        self.parameters = parameters.map(\.erased)
        self.subcommands = subcommands
        self.body = body
        let names = self.parameters.map(\.label) + subcommands.map(\.name)
        precondition(Set(names).count == names.count, "\(name) names something twice: \(names)")
        let shorts = self.parameters.compactMap(\.short)
        precondition(Set(shorts).count == shorts.count && !shorts.contains("h"), "\(name) uses a short form twice, or -h")
        precondition(
            arguments.dropLast().allSatisfy { $0.arity == .required }, "\(name): only the last argument may be optional")
    }

    /// A group with one more subcommand.
    init(_ group: Command, adding subcommand: Command) {
        name = group.name
        summary = group.summary
        discussion = group.discussion
        examples = group.examples
        parameters = group.parameters
        subcommands = group.subcommands + [subcommand]
        body = group.body
    }

    var arguments: [ErasedParameter] { parameters.filter(\.isArgument) }
    var options: [ErasedParameter] { parameters.filter { !$0.isArgument } }
}

/// A command with its path and the options that it inherits from the groups above.
struct CommandPath: Sendable {
    var names: [String]
    var command: Command
    /// The options of the groups above.
    var inherited: [ErasedParameter] = []

    init(root: Command) {
        names = [root.name]
        command = root
    }

    private init(names: [String], command: Command, inherited: [ErasedParameter]) {
        self.names = names
        self.command = command
        self.inherited = inherited
    }

    var text: String { names.joined(separator: " ") }
    var options: [ErasedParameter] { command.options + inherited }

    func descending(to subcommand: Command) -> CommandPath {
        CommandPath(names: names + [subcommand.name], command: subcommand, inherited: options)
    }

    /// This command and all below it.
    var all: [CommandPath] { [self] + command.subcommands.flatMap { descending(to: $0).all } }
}
