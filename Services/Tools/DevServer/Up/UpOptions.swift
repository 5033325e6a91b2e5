package import CommandLine

/// The options of `docket up` and of commands that build on it.
package enum UpOptions {
    static let home = Option<DirectoryPath>(
        "home", placeholder: "DIR", help: "Where everything is kept: data, logs, the environment file", default: ".docket")
    static let port = Option<Int>(
        "port", short: "p", placeholder: "PORT", help: "Port of the gateway on 127.0.0.1", default: 8080,
        check: within(1...65_535))
    static let host = Option<String>(
        "host", placeholder: "ADDRESS", help: "Address that the gateway listens at; 0.0.0.0 for all", default: "127.0.0.1")
    static let brokerPort = Option<Int?>(
        "broker-port", placeholder: "PORT",
        help: "Port of the embedded broker; without it the one of the last run, or 9092, or a free one", check: within(1...65_535)
    )
    static let instances = Option<[InstanceCount]>(
        repeated: "instances", placeholder: "SERVICE=COUNT",
        help: "Run a service several times: \(InstanceCount.names); can be repeated")
    static let startTimeout = Option<Int>(
        "start-timeout", placeholder: "SECONDS", help: "How long everything may take until it is ready", default: 90,
        check: within(1...3600))

    package static let all: [any CommandParameter] = [home, port, host, brokerPort, instances, startTimeout]
}

/// An argument like `validation=3`. The gateway cannot be given: a second one would need its own port and a proxy in
/// front.
struct InstanceCount: ArgumentValue, Equatable {
    let role: ProcessRole
    let count: Int

    private static let most = 16

    /// Those that can be given.
    static var names: String { ProcessRole.readers.map(\.rawValue).joined(separator: ", ") }
    static var completion: Completion { .words(ProcessRole.readers.map { "\($0.rawValue)=" }) }

    init(argument: String) throws(InvalidValue) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let role = ProcessRole(rawValue: String(parts[0])), ProcessRole.readers.contains(role),
            let count = Int(parts[1]), (1...Self.most).contains(count)
        else {
            throw InvalidValue(expected: "one of \(Self.names), then = and a number from 1 to \(Self.most)")
        }
        self.role = role
        self.count = count
    }
}
