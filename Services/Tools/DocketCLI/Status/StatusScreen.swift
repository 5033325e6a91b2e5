import Shared

/// The report as a screen: as many lines and columns as there are. Pure.
enum StatusScreen {
    /// Less is not worth drawing.
    static let narrowest = 40

    static func lines(_ report: StatusReport, width: Int, height: Int, style: Style) -> [String] {
        guard width >= narrowest else {
            return ["the terminal is too", "narrow: it has \(width)", "columns, and \(narrowest)", "are needed"]
        }
        let all =
            head(report, style) + [""] + stages(report, style) + [""] + partitions(report, style) + [""] + services(report, style)
        let fitting = all.map { fit($0, width) }
        guard fitting.count > height, height > 1 else { return fitting }
        return fitting.prefix(height - 1) + [
            style.faint(fit("… \(fitting.count - height + 1) more lines; a higher terminal shows them", width))
        ]
    }

    private static func head(_ report: StatusReport, _ style: Style) -> [String] {
        let counts =
            report.inFlight.map { inFlight in
                [
                    "in flight \(inFlight)", "retries waiting \(report.waitingRetries ?? 0)",
                    decorated("parked", report.parked ?? 0, style), decorated("dead", report.deadLetters ?? 0, style),
                    "to tell \(report.deliveriesPending ?? 0)", decorated("given up", report.deliveriesGivenUp ?? 0, style),
                ].joined(separator: "   ")
            } ?? style.bad("the database does not answer")
        return [
            style.bold("requests \(number(report.requestsPerSecond))/s   events \(number(report.publishedPerSecond))/s"), counts,
            "outbox \(report.outboxRows) rows, the oldest \(number(report.outboxOldestSeconds)) s",
        ] + report.paused.map { style.bad("\($0.stage): \($0.words)") } + (report.kafka ?? []).map { style.bad($0) }
    }

    private static func stages(_ report: StatusReport, _ style: Style) -> [String] {
        var table = Table()
        table.row("stage", "per second", "p50", "p99", "retried", "parked")
        for stage in report.stages {
            table.row(
                stage.stage, number(stage.perSecond), latency(stage.p50), latency(stage.p99), "\(stage.retries)",
                "\(stage.parked)")
        }
        return headed(table, style)
    }

    private static func partitions(_ report: StatusReport, _ style: Style) -> [String] {
        guard !report.partitions.isEmpty else { return [style.faint("  no consumer has told of a partition yet")] }
        var table = Table()
        table.row("partition", "lag", "", "read by", "stage")
        for line in report.partitions {
            let sign = line.trend == "grows" ? "↑" : line.trend == "falls" ? "↓" : "·"
            table.row("\(EventLine.shortTopic(line.topic))[\(line.partition)]", "\(line.lag)", sign, line.consumer, line.stage)
        }
        return headed(table, style)
    }

    private static func services(_ report: StatusReport, _ style: Style) -> [String] {
        var table = Table()
        table.row("service", "connections", "waiting", "memory")
        for line in report.services {
            if line.isUp {
                table.row(
                    line.service, "\(line.leased) of \(line.leased + line.idle)", "\(line.waiting)",
                    "\(line.residentBytes / 1_000_000) MB")
            } else {
                table.row(line.service, "does not answer")
            }
        }
        return headed(table, style)
    }

    private static func headed(_ table: Table, _ style: Style) -> [String] {
        let lines = table.lines()
        return lines.prefix(1).map { style.faint($0) } + lines.dropFirst()
    }

    private static func decorated(_ name: String, _ count: Int, _ style: Style) -> String {
        count > 0 ? style.bad("\(name) \(count)") : "\(name) 0"
    }

    private static func latency(_ milliseconds: Double?) -> String { milliseconds.map { "\(number($0)) ms" } ?? "-" }

    /// With one digit behind the point below a hundred.
    static func number(_ value: Double) -> String {
        guard value < 100 else { return value < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Cut to so many columns; what decorates takes none.
    private static func fit(_ line: String, _ width: Int) -> String {
        var (result, columns, isEscape) = ("", 0, false)
        for character in line {
            if character == "\u{1B}" { isEscape = true }
            if isEscape {
                result.append(character)
                if character == "m" { isEscape = false }
                continue
            }
            guard columns < width else { continue }
            result.append(character)
            columns += 1
        }
        return result
    }
}
