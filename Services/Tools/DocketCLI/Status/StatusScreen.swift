import CommandSupport
import Operations
import ServiceRuntime
import Shared

/// The report as a screen of the given lines and columns. Pure.
enum StatusScreen {
    /// The least columns that are drawn.
    static let narrowest = 40

    static func lines(
        _ report: StatusReport, width: Int, height: Int, style: Style, version: String = SuiteVersion.text
    ) -> [String] {
        guard width >= narrowest else {
            return ["the terminal is too", "narrow: it has \(width)", "columns, and \(narrowest)", "are needed"]
        }
        let whole =
            faults(report, version, style) + head(report, style) + [""] + stages(report, style) + [""]
            + services(report, version, style) + tenants(report)
        let lagging = lagging(report, style)
        let partitions = lagging.isEmpty ? [] : [""] + lagging
        let rows = whole.count + partitions.count <= height ? whole + partitions : whole
        let fitting = rows.map { fit($0, width) }
        guard fitting.count > height, height > 1 else { return fitting }
        return fitting.prefix(height - 1) + [
            style.faint(fit("… \(fitting.count - height + 1) more lines; a higher terminal shows them", width))
        ]
    }

    /// The faults, or a line that says that there are none.
    private static func faults(_ report: StatusReport, _ version: String, _ style: Style) -> [String] {
        let faults = report.faults(version: version)
        guard !faults.isEmpty else { return [style.good("✓ all is well")] }
        return faults.map { $0.isBad ? style.bad("✗ \($0.words)") : style.warning("! \($0.words)") }
    }

    private static func head(_ report: StatusReport, _ style: Style) -> [String] {
        let rates = "requests \(number(report.requestsPerSecond))/s   events \(number(report.publishedPerSecond))/s"
        let outbox =
            "outbox \(report.outboxRows)"
            + (report.outboxOldestSeconds > 0 ? ", the oldest \(number(report.outboxOldestSeconds)) s" : "")
            + (report.outboxHeldLines > 0 ? ", \(report.outboxHeldLines) lines wait for their turn" : "")
        guard let inFlight = report.inFlight else { return [style.bold(rates)] }
        return [
            style.bold("\(rates)   in flight \(inFlight)   \(outbox)"),
            [
                "retries waiting \(report.waitingRetries ?? 0)", decorated("parked", report.parked ?? 0, style),
                decorated("dead", report.deadLetters ?? 0, style), "to tell \(report.deliveriesPending ?? 0)",
                decorated("given up", report.deliveriesGivenUp ?? 0, style),
            ].joined(separator: "   "),
        ]
    }

    private static func stages(_ report: StatusReport, _ style: Style) -> [String] {
        var table = Table()
        table.row("stage", "per s", "p50", "p99", "retried", "lag", "worst partition")
        for stage in report.stages {
            let worst = report.partitions.filter { $0.stage == stage.stage }.max { $0.lag < $1.lag }
            table.row(
                stage.stage, number(stage.perSecond), latency(stage.p50), latency(stage.p99), "\(stage.retries)", "\(stage.lag)",
                worst.map { "\(place($0)) \(sign($0)) by \($0.consumer)" } ?? "nobody reads it")
        }
        return headed(table, style)
    }

    /// The most partitions that are named.
    private static let mostNamed = 10

    /// The partitions that are behind, the worst first. The sums of the stages cover the others.
    private static func lagging(_ report: StatusReport, _ style: Style) -> [String] {
        guard !report.partitions.isEmpty else { return [style.faint("  no consumer has told of a partition yet")] }
        let behind = report.partitions.filter { $0.lag > 0 }.sorted {
            ($1.lag, $0.stage, $0.partition) < ($0.lag, $1.stage, $1.partition)
        }
        guard !behind.isEmpty else { return [] }
        var table = Table()
        table.row("behind", "lag", "", "read by", "stage")
        for line in behind.prefix(mostNamed) { table.row(place(line), "\(line.lag)", sign(line), line.consumer, line.stage) }
        let more = behind.count - mostNamed
        return headed(table, style) + (more > 0 ? [style.faint("  and \(more) more that are behind")] : [])
    }

    private static func place(_ line: StatusReport.PartitionLine) -> String {
        "\(EventLine.shortTopic(line.topic))[\(line.partition)]"
    }

    private static func sign(_ line: StatusReport.PartitionLine) -> String {
        line.trend == "grows" ? "↑" : line.trend == "falls" ? "↓" : "·"
    }

    private static func services(_ report: StatusReport, _ version: String, _ style: Style) -> [String] {
        var table = Table()
        table.row("service", "ready", "version", "clock", "connections", "memory")
        for line in report.services {
            guard line.isUp else {
                table.row(line.service, "does not answer")
                continue
            }
            let waiting = line.waiting > 0 ? ", \(line.waiting) wait" : ""
            table.row(
                line.service, line.isReady.map { $0 ? "yes" : "no" } ?? "-", line.version ?? "-", clock(line.clockAhead),
                "\(line.leased) of \(line.leased + line.idle)\(waiting)", "\(line.residentBytes / 1_000_000) MB")
        }
        return headed(table, style)
    }

    private static func clock(_ ahead: Double?) -> String {
        guard let ahead else { return "-" }
        let seconds = Int(min(max(ahead, -1e12), 1e12).rounded())
        return seconds == 0 ? "right" : "\(seconds > 0 ? "+" : "")\(seconds) s"
    }

    private static func tenants(_ report: StatusReport) -> [String] {
        guard !report.tenants.isEmpty else { return [] }
        return [
            "",
            "  "
                + (["busiest"] + report.tenants.prefix(6).map { "\($0.tenant) \(number($0.perSecond))/s" }).joined(
                    separator: "   "),
        ]
    }

    private static func headed(_ table: Table, _ style: Style) -> [String] {
        let lines = table.lines()
        return lines.prefix(1).map { style.faint($0) } + lines.dropFirst()
    }

    private static func decorated(_ name: String, _ count: Int, _ style: Style) -> String {
        count > 0 ? style.bad("\(name) \(count)") : "\(name) 0"
    }

    private static func latency(_ milliseconds: Double?) -> String { milliseconds.map { "\(number($0)) ms" } ?? "-" }

    /// One decimal below a hundred, none above.
    static func number(_ value: Double) -> String {
        guard value < 100 else { return value < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Cuts a line to `width` columns; styles take no columns.
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
