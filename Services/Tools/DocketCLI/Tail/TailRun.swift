import CommandSupport
import Glibc
import Kafka
import Operations
import Shared
import Synchronization

/// Reads topics and prints their events.
struct TailRun: Sendable {
    let context: CommandContext
    let asked: TopicsAsked
    let choice: TailChoice
    let shown = TailCount()

    func run() async throws {
        if asked.follows {
            context.output.showStatus("  Ctrl-C ends it; following \(asked.topics.map(\.name).joined(separator: ", "))")
        }
        let reading = try await asked.reading()
        var output: [UInt8] = []
        var count = 0
        var printer = TailPrinter(choice, style: context.output.style)
        func rest() -> Bool {
            context.output.lines(output)
            shown.add(count, unjudged: printer.unjudged)
            output.removeAll(keepingCapacity: true)
            count = 0
            return true
        }
        guard choice.copiesAll else {
            return try await reading.runInOrder({ if printer.print($0, to: &output) { count += 1 } }, rest: rest)
        }
        // What is passed on as it is costs no more than the reading of it: it comes partition by partition.
        try await reading.run(
            { record in
                record.appendValue(to: &output)
                output.append(UInt8(ascii: "\n"))
                count += 1
            }, rest: rest)
    }

    /// Prints a note about events that were left out because the choice could not be decided.
    func tellOfUnjudged() {
        let count = shown.unjudged
        guard count > 0 else { return }
        Terminal(descriptor: STDERR_FILENO, environment: context.environment).line(
            """
            docket tail: of \(count) events it is not known whether they match, and they are not shown: they do not say when the \
            step before them was, as those of earlier versions do not
            """)
    }
}

/// The number of printed events, also after an interruption.
final class TailCount: Sendable {
    private let count = Atomic(0)
    private let notJudged = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    /// The number of events for which the choice could not be decided.
    var unjudged: Int { notJudged.load(ordering: .relaxed) }

    func add(_ more: Int, unjudged: Int = 0) {
        count.wrappingAdd(more, ordering: .relaxed)
        notJudged.store(unjudged, ordering: .relaxed)
    }
}
