import CommandSupport
import EventLoop
import Glibc
import LoadTest
import Shared

/// A replay from its beginning to its report.
struct ReplayRun: Sendable {
    let context: CommandContext
    let driver: ReplayDriver
    let assertions: [Threshold]

    func run(_ target: some ReplayTarget) async throws -> ReplayReport {
        var isInterrupted: Bool
        do {
            isInterrupted = try await Interruptible.run(context) { try await target.open() }
        } catch {
            // A key may have been made for it.
            _ = await target.clean()
            await target.close()
            throw error
        }
        let sentAt = LastMoment()
        let clock = driver.clock
        clock.begin()
        if !isInterrupted {
            let progress = context.loop.spawn { [driver] in await driver.showProgress() }
            isInterrupted = try await Interruptible.run(context) { [driver] in
                sentAt.set(try await driver.send(to: target))
                try await driver.waitForTheEnds(at: target)
            }
            progress.cancel()
            await progress.value
        }
        let seconds = clock.now
        // What ends while it is cleaned up is not waited for any more.
        let measured = clock.measured
        context.output.showStatus("  cleaning up; Ctrl-C ends that")
        let notes = NoteBox()
        let isCut = try await Interruptible.run(context) { notes.set(await target.clean()) }
        context.output.clearStatus()
        var report = ReplayReport(
            measured, about: target.about, seconds: seconds, sendingSeconds: sentAt.value ?? seconds, isInterrupted: isInterrupted
        )
        report.shadow = target.comparison
        report.notes = notes.value + (isCut ? ["Cleaning up was interrupted: what the run sent may still be there."] : [])
        if driver.file.scan.isCutOff {
            report.notes.append("The recording's last line was not whole, and was left out: its recorder had been cut off.")
        }
        report.thresholds = assertions.map(report.result)
        await target.close()
        return report
    }
}

/// The moment of the last sending.
private final class LastMoment: Sendable {
    private let signal = AsyncSignal<Double>()
    var value: Double? { signal.value }
    func set(_ seconds: Double) { signal.send(seconds) }
}

private final class NoteBox: Sendable {
    private let signal = AsyncSignal<[String]>()
    var value: [String] { signal.value ?? [] }
    func set(_ notes: [String]) { signal.send(notes) }
}

/// The destinations of the report, and the exit code of the run.
struct ReportOutput: Sendable {
    let terminal: Terminal
    let isJSON: Bool
    let report: String?
    let html: String?

    func write(_ report: ReplayReport) throws -> ExitCode {
        if let path = self.report { try FileText.write(path, bytes: report.encoded(), mode: 0o644) }
        if let path = html { try FileText.write(path, bytes: Array(ReportPage.html(report).utf8), mode: 0o644) }
        if isJSON {
            terminal.lines(try report.encoded())
        } else {
            for line in ReportText.lines(report, Self.decorate(terminal.style)) { terminal.line(line) }
        }
        return Self.exitCode(report)
    }

    /// An interruption takes precedence over other results, and failed assertions over results that nobody asserted.
    static func exitCode(_ report: ReplayReport) -> ExitCode {
        if report.isInterrupted { return .interrupted }
        if report.thresholds.contains(where: { !$0.isMet }) { return .assertionMissed }
        if report.missingCount > 0 { return .missing }
        if let shadow = report.shadow, shadow.differenceCount + shadow.incomparable > 0 { return .refused }
        return .success
    }

    static func decorate(_ style: Style) -> (String, ReportText.Tone) -> String {
        { text, tone in
            switch tone {
            case .plain: text
            case .bold: style.bold(text)
            case .good: style.good(text)
            case .bad: style.bad(text)
            case .faint: style.faint(text)
            }
        }
    }
}
