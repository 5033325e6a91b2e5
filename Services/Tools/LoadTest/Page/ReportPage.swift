import Shared

/// A report as one HTML page that loads nothing: no external script, font or picture.
public enum ReportPage {
    public static func html(_ report: ReplayReport) -> String {
        let about = report.about
        let title = "\(about.recording) → \(about.target)"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(HTML.escaped(title))</title>
            <style>\(ReportStyle.css)</style>
            </head>
            <body>
            <main>
            \(head(report))
            \(cards(report))
            \(missing(report))
            \(thresholds(report))
            \(ReportPlots.all(report))
            \(tables(report))
            \(shadow(report))
            \(notes(report))
            </main>
            </body>
            </html>

            """
    }

    // MARK: - Head

    private static func head(_ report: ReplayReport) -> String {
        let about = report.about
        let failed = report.thresholds.count { !$0.isMet }
        let (tone, verdict): (String, String) =
            if report.isInterrupted {
                ("warn", "interrupted")
            } else if report.missingCount > 0 {
                ("bad", "\(Figures.count(report.missingCount)) missing")
            } else if failed > 0 {
                ("bad", "\(failed) of \(report.thresholds.count) assertions missed")
            } else if report.counts.errors > 0 {
                ("warn", "\(Figures.count(report.counts.errors)) errors")
            } else {
                ("good", "nothing lost")
            }
        let facts = [
            "\(report.startedAt)", Figures.span(seconds: report.seconds), about.pace,
            about.tenant.map { "tenant \($0)" }, report.generators > 1 ? "\(report.generators) generators" : nil,
        ].compactMap { $0 }.map { HTML.escaped($0) }.joined(separator: " <i>·</i> ")
        return """
            <header>
            <h1>\(HTML.escaped(about.recording)) <span class="arrow">→</span> \(HTML.escaped(about.target))</h1>
            <p class="facts"><span class="badge \(tone)">\(verdict)</span> \(facts)</p>
            </header>
            """
    }

    private static func cards(_ report: ReplayReport) -> String {
        let counts = report.counts
        var cards = [
            card("sent", Figures.count(counts.sent), "\(report.about.unit)s"),
            card("accepted", Figures.count(counts.accepted), "\(Figures.rate(report.rate))"),
            card(
                "ended", Figures.count(counts.ended),
                report.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
                    .map { "\(Figures.count($0.value)) \($0.key)" }.joined(separator: ", ")),
            card(
                "lost", Figures.count(report.missingCount),
                counts.errors > 0 ? "\(Figures.count(counts.errors)) errors" : "no errors",
                report.missingCount > 0 ? "bad" : counts.errors > 0 ? "warn" : "good"),
        ]
        cards.append(card("p50", Figures.time(report.latency.percentile(50)), "until accepted"))
        cards.append(card("p99", Figures.time(report.latency.percentile(99)), "until accepted"))
        cards.append(card("max", Figures.time(report.latency.isEmpty ? nil : report.latency.maximum), "until accepted"))
        if counts.bytes > 0 {
            cards.append(card("files", Figures.bytes(counts.bytes), "\(Figures.bytes(Int(report.bytesPerSecond)))/s"))
        }
        return "<section class=\"cards\">\(cards.joined())</section>"
    }

    private static func card(_ name: String, _ value: String, _ under: String, _ tone: String = "") -> String {
        "<div class=\"card \(tone)\"><b>\(name)</b><strong>\(HTML.escaped(value))</strong><small>\(HTML.escaped(under))</small></div>"
    }

    // MARK: - What went wrong

    private static let namedOnPage = 200

    private static func missing(_ report: ReplayReport) -> String {
        var html = ""
        if report.missingCount > 0 {
            let rows = report.missing.prefix(namedOnPage).map {
                "<tr><td><code>\(HTML.escaped($0.id))</code></td><td>\($0.step.rawValue)</td>"
                    + "<td class=\"n\">\(Figures.fixed($0.at, 1)) s</td></tr>"
            }.joined()
            let rest = report.missingCount - min(report.missing.count, namedOnPage)
            html += """
                <section><h2>Missing</h2><p>These never ended\(rest > 0 ? "; \(Figures.count(rest)) more are in the JSON report" : "").</p>
                <table><thead><tr><th>\(report.about.unit)</th><th>came as far as</th><th class="n">at</th></tr></thead>\
                <tbody>\(rows)</tbody></table></section>
                """
        }
        if !report.failures.isEmpty {
            let rows = report.failures.prefix(50).map {
                "<tr><td>\(HTML.escaped($0.problem))</td><td class=\"n\">\(Figures.count($0.count))</td>"
                    + "<td><code>\(HTML.escaped($0.items.prefix(3).joined(separator: ", ")))</code></td></tr>"
            }.joined()
            html += """
                <section><h2>Errors</h2><table><thead><tr><th>what</th><th class="n">how often</th><th>such as</th></tr></thead>\
                <tbody>\(rows)</tbody></table></section>
                """
        }
        return html
    }

    private static func thresholds(_ report: ReplayReport) -> String {
        guard !report.thresholds.isEmpty else { return "" }
        let rows = report.thresholds.map {
            "<tr class=\"\($0.isMet ? "good" : "bad")\"><td class=\"mark\">\($0.isMet ? "✓" : "✗")</td>"
                + "<td><code>\(HTML.escaped($0.assertion))</code></td><td class=\"n\">\(HTML.escaped($0.found ?? "not measured"))</td></tr>"
        }.joined()
        return "<section><h2>Assertions</h2><table class=\"narrow\"><tbody>\(rows)</tbody></table></section>"
    }

    // MARK: - Tables

    private static func tables(_ report: ReplayReport) -> String {
        let shares: [Double] = [50, 75, 90, 95, 99, 99.9]
        let head = shares.map { "<th class=\"n\">p\(Figures.plain($0))</th>" }.joined()
        let body = report.times.map { time in
            "<tr\(time.isStep ? " class=\"step\"" : "")><td title=\"\(time.meaning)\">\(HTML.escaped(time.name))</td>"
                + shares.map { "<td class=\"n\">\(Figures.time(time.histogram.percentile($0)))</td>" }.joined()
                + "<td class=\"n\">\(Figures.time(time.histogram.maximum))</td>"
                + "<td class=\"n\">\(Figures.count(time.histogram.count))</td></tr>"
        }.joined()
        var html = """
            <section><h2>Times</h2><div class="wide"><table><thead><tr><th></th>\(head)<th class="n">max</th><th class="n">count</th></tr>\
            </thead><tbody>\(body)</tbody></table></div>\
            <p class="faint">Times count from the moment when a \(report.about.unit) was meant to begin, not from when the generator got \
            round to it. “Service alone” adds up the requests of a \(report.about.unit), which are listed by themselves below it: what \
            lies between them, and what the generator does, is no part of it.</p></section>
            """
        if !report.outcomes.isEmpty {
            let total = max(1, report.counts.ended)
            let rows = report.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
                let share = Figures.fixed(Double(count) * 100 / Double(total), 1)
                return
                    "<tr><td>\(HTML.escaped(name))</td><td class=\"n\">\(Figures.count(count))</td><td class=\"n\">\(share) %</td>"
                    + "<td class=\"meter\"><span style=\"width:\(share)%\"></span></td></tr>"
            }.joined()
            html += "<section><h2>Ended as</h2><table class=\"narrow\"><tbody>\(rows)</tbody></table></section>"
        }
        return html
    }

    private static func shadow(_ report: ReplayReport) -> String {
        guard let shadow = report.shadow else { return "" }
        let rows = shadow.differences.prefix(namedOnPage).map { difference in
            "<tr><td><code>\(difference.ids.map { HTML.escaped($0) }.joined(separator: "<br>"))</code></td>"
                + "<td>\(HTML.escaped(difference.place))</td>"
                + difference.found.map { "<td><code>\(HTML.escaped($0))</code></td>" }.joined() + "</tr>"
        }.joined()
        let targets = shadow.targets.map { "<th>\(HTML.escaped($0))</th>" }.joined()
        let table =
            rows.isEmpty
            ? ""
            : "<div class=\"wide\"><table><thead><tr><th>ids</th><th>where</th>\(targets)</tr></thead><tbody>\(rows)</tbody></table></div>"
        return """
            <section><h2>Two builds</h2><p>\(Figures.count(shadow.compared)) submissions and \(Figures.count(shadow.files)) files were \
            compared: \(Figures.count(shadow.differenceCount)) submissions differ\
            \(shadow.incomparable > 0 ? ", \(Figures.count(shadow.incomparable)) did not end on both sides" : "").</p>\(table)</section>
            """
    }

    private static func notes(_ report: ReplayReport) -> String {
        guard !report.notes.isEmpty else { return "" }
        return "<footer><ul>\(report.notes.map { "<li>\(HTML.escaped($0))</li>" }.joined())</ul></footer>"
    }
}
