public import Configuration
import Domain
public import EventLoop
import Glibc
public import Telemetry

/// The context in which a service is built.
public struct ServiceContext: Sendable {
    public let configuration: ServiceConfiguration
    public let group: EventLoopGroup
    public let logger: Logger
    public let metrics: MetricsRegistry
    public let health: HealthRegistry
}

/// The `main` of every service: read the configuration, build, run, and stop in order.
public enum ServiceMain {
    private enum ExitCode {
        static let success: CInt = 0
        /// EX_USAGE.
        static let usage: CInt = 64
        /// EX_SOFTWARE: a component failed.
        static let failure: CInt = 70
        /// EX_CONFIG.
        static let configuration: CInt = 78
    }

    /// Runs a service until it is asked to stop, and ends the process. The calling `main` must not be asynchronous.
    ///
    /// - Parameters:
    ///   - name: In kebab case, such as `validation-worker`.
    ///   - adminPort: The port of the admin address, unless it is configured.
    ///   - read: Reads the service's own variables.
    ///   - build: Makes its components, in the order of their start.
    public static func run<Own: Sendable>(
        _ name: String, adminPort: Int, reading read: (inout ConfigurationReader) -> Own,
        build: @escaping @Sendable (Own, ServiceContext) async throws -> [any ServiceComponent]
    ) -> Never {
        var reader = ConfigurationReader()
        let common = ServiceConfiguration(reading: &reader, service: name, adminPort: adminPort)
        let own = read(&reader)
        answerArguments(name, reader.documented)
        do {
            try reader.finish()
        } catch {
            for fault in error.faults { complain("\(name): \(fault)") }
            exit(ExitCode.configuration)
        }
        // Before any thread starts, so that all of them leave the signals to the watch.
        SignalWatch.block(StopWatch.signals)
        let logger = Logger(label: name, level: common.logLevel)
        reader.recognize(SharedVariables.names)
        for variable in reader.unknownVariables() {
            logger.warning("a variable that nobody knows; is it a typing error?", ["variable": .string(variable)])
        }
        do {
            let group = try EventLoopGroup(threads: common.loops)
            group.loops[0].spawn { exit(await serve(common, own, logger, group, build)) }
            // Everything happens on the loops; the last act of one is `exit`. This thread only keeps the signals blocked: an
            // asynchronous `main` would hand it to a run loop that unblocks them.
            while true { pause() }
        } catch {
            logger.critical("cannot run", ["error": .init(describing: error)])
            exit(ExitCode.failure)
        }
    }

    private static func serve<Own: Sendable>(
        _ common: ServiceConfiguration, _ own: Own, _ logger: Logger, _ group: EventLoopGroup,
        _ build: @Sendable (Own, ServiceContext) async throws -> [any ServiceComponent]
    ) async -> CInt {
        let stop = AsyncSignal<String>()
        do {
            try StopWatch(loop: group.loops[0], logger: logger, lifeline: common.lifeline).start(stop)
            let metrics = MetricsRegistry()
            metrics.observeProcess()
            let context = ServiceContext(
                configuration: common, group: group, logger: logger, metrics: metrics, health: HealthRegistry())
            // The admin address comes first and goes last: it tells what the others wait for.
            let traces: [any ServiceComponent] = TraceExporter(common.traces, context).map { [$0] } ?? []
            let components: [any ServiceComponent] = try await [ListenerComponent.admin(context)] + traces + build(own, context)
            let services = ServiceGroup(
                components: components, loop: group.loops[0], logger: logger, grace: common.stopGrace)
            switch await services.run(until: stop) {
            case .asked:
                logger.info("stopped")
                return ExitCode.success
            case .failed(let component, let reason):
                logger.critical("a part has failed", ["part": .string(component), "error": .string(reason)])
                return ExitCode.failure
            }
        } catch {
            logger.critical("could not be built", ["error": .init(describing: error)])
            return ExitCode.failure
        }
    }

    /// Handles arguments and ends the process: a service accepts only those that describe it.
    private static func answerArguments(_ name: String, _ variables: [ConfigurationVariable]) {
        switch Array(CommandLine.arguments.dropFirst()) {
        case []: return
        case ["--help"], ["-h"]: print(help(name, variables))
        case ["--variables"]: print(variables.markdownTable, terminator: "")
        case let arguments:
            complain("\(name): takes no arguments, and got: \(arguments.joined(separator: " ")); see \(name) --help")
            exit(ExitCode.usage)
        }
        exit(ExitCode.success)
    }

    private static func help(_ name: String, _ variables: [ConfigurationVariable]) -> String {
        let lines = variables.map { variable in
            let status = variable.isRequired ? "required" : variable.defaultValue.map { "default: \($0)" } ?? "optional"
            return "  \(variable.name)\n      \(variable.help) (\(status))"
        }
        return "\(name): configured by variables of the environment alone. (--variables prints them as a Markdown table.)\n\n"
            + lines.joined(separator: "\n")
    }

    private static func complain(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
