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
        var output: [UInt8] = []
        var count = 0
        try await reading.run { record in
            if printer.print(record, to: &output) { count += 1 }
        } rest: {
            context.output.lines(output)
            shown.add(count)
            output.removeAll(keepingCapacity: true)
            count = 0
            return true
        }
    }
}

/// How many events were shown, also when that was interrupted.
final class TailCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ more: Int) { count.wrappingAdd(more, ordering: .relaxed) }
}
