import Shared
import Synchronization

/// Reads topics and prints what comes.
struct TailRun: Sendable {
    let context: CommandContext
    let reading: TopicReading
    let choice: TailChoice
    let shown = TailCount()

    func run() async throws {
        if reading.follows {
            context.output.showStatus("  following \(reading.topics.map(\.name).joined(separator: ", ")); Ctrl-C ends it")
        }
        var printer = TailPrinter(choice, style: context.output.style)
        try await reading.run { records in
            var output: [UInt8] = []
            for record in records {
                let before = output.count
                printer.print(record, to: &output)
                if output.count > before { shown.add() }
            }
            context.output.lines(output)
            return true
        }
    }
}

/// How many events were shown, also when that was interrupted.
final class TailCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.wrappingAdd(1, ordering: .relaxed) }
}
