import Shared

/// Reads topics and prints what comes.
struct TailRun: Sendable {
    let context: CommandContext
    let reading: TopicReading
    let choice: TailChoice

    func run() async throws {
        if reading.follows {
            context.output.showStatus("  following \(reading.topics.map(\.name).joined(separator: ", ")); Ctrl-C ends it")
        }
        var printer = TailPrinter(choice, style: context.output.style)
        try await reading.run { records in
            var output: [UInt8] = []
            for record in records { printer.print(record, to: &output) }
            context.output.lines(output)
            return true
        }
    }
}
