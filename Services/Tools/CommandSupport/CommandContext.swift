package import CommandLine
package import EventLoop

/// The environment of a subcommand: its loop, variables, input and output.
package struct CommandContext: Sendable {
    package let group: EventLoopGroup
    /// The loop that subcommands run on.
    package let loop: EventLoop
    /// The process's environment variables.
    package var environment: [String: String]
    package let output: Terminal
    /// The source of answers to questions.
    package var input: TerminalInput

    package init(
        group: EventLoopGroup, loop: EventLoop, environment: [String: String], output: Terminal, input: TerminalInput = .standard
    ) {
        self.group = group
        self.loop = loop
        self.environment = environment
        self.output = output
        self.input = input
    }

    /// The value of a variable; nil if it is not set or empty.
    package func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The process's variables, completed from the `docket up` that runs in the home.
    package func environment(completedFrom home: HomeDirectory) -> [String: String] {
        let file = FileText.read(home.environmentFile).map(EnvironmentFile.init(parsing:)) ?? EnvironmentFile()
        return CommandEnvironment.completed(environment, from: file)
    }

    /// The same for the home that `--home` names. `values` from options replace variables.
    package func environment(_ arguments: ParsedArguments, overriding values: [String: String?] = [:]) -> [String: String] {
        var context = self
        context.environment.merge(values.compactMapValues { $0 }) { $1 }
        return context.environment(completedFrom: GatewayOptions.homeDirectory(self, arguments))
    }

    /// The context for another installation, to which this process's variables do not apply.
    package func elsewhere(in home: HomeDirectory) -> CommandContext {
        let meant = ["GATEWAY_URL", "DATABASE_URL", "DATABASE_URL_FILE", "DOCKET_TOKEN", "DOCKET_TOKEN_FILE", "DOCKET_BLOBS"]
        let others = CommandContext(
            group: group, loop: loop, environment: environment.filter { !meant.contains($0.key) }, output: output, input: input)
        return CommandContext(
            group: group, loop: loop, environment: others.environment(completedFrom: home), output: output, input: input)
    }

    /// The token for the gateway: DOCKET_TOKEN, or the content of the file that DOCKET_TOKEN_FILE names. Nil if neither
    /// is set.
    package static func token(of environment: [String: String]) throws(CommandFailure) -> String? {
        if let token = environment["DOCKET_TOKEN"], !token.isEmpty { return token }
        guard let path = environment["DOCKET_TOKEN_FILE"], !path.isEmpty else { return nil }
        guard let token = FileText.read(path)?.split(whereSeparator: \.isWhitespace).first else {
            throw CommandFailure(
                .configuration, "DOCKET_TOKEN_FILE names \(path), which cannot be read or is empty",
                advice: "Set DOCKET_TOKEN, or name a file that holds a token of the gateway.")
        }
        return String(token)
    }
}
