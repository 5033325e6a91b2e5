import Glibc
import Shared

/// The plots of a report.
enum ReportPlots {
    static func all(_ report: ReplayReport) -> String {
        guard report.counts.sent > 0, !report.series.intervals.isEmpty else { return "" }
        return time("Time until accepted", report, \.latency)
            + time("Time until \(report.about.ending)", report, \.outcome)
            + throughput(report) + underWay(report) + bytes(report) + percentiles(report)
    }

    private static func figure(_ title: String, _ keys: [(style: String, text: String)], _ plot: Plot) -> String {
        let legend = keys.map { "<span class=\"key \($0.style)\">\(HTML.escaped($0.text))</span>" }.joined()
        return "<section><h2>\(title)<span class=\"legend\">\(legend)</span></h2><figure>\(plot.svg)</figure></section>"
    }

    // MARK: - Over time

    /// The length of the run in seconds, from its start until the last thing had ended or was given up.
    private static func length(_ report: ReplayReport) -> Double { max(report.seconds, 1e-3) }

    /// The share of one interval in the run.
    private static func share(_ report: ReplayReport) -> Double { Double(report.series.width) / length(report) }

    /// The seconds below a plot over time.
    private static func clock(_ report: ReplayReport) -> [Plot.Tick] {
        Plot.clockSteps(to: length(report), count: 10).map {
            Plot.Tick(place: $0 / length(report), text: $0 < 10 ? "\(Figures.plain($0)) s" : Figures.span(seconds: $0))
        }
    }

    /// The median and the 99th percentile as lines, with a band up to the greatest value. With few things in an interval
    /// the 99th percentile and the greatest value are the same; as line and band both stay visible.
    private static func time(
        _ title: String, _ report: ReplayReport, _ measured: KeyPath<Series.Interval, LatencyHistogram>
    ) -> String {
        let histograms = report.series.intervals.map { $0[keyPath: measured] }
        guard histograms.contains(where: { !$0.isEmpty }) else { return "" }
        let share = share(report)
        func place(_ index: Int) -> Double { min(1, (Double(index) + 0.5) * share) }
        func points(_ value: (LatencyHistogram) -> Int64?) -> [(place: Double, value: Double?)] {
            histograms.enumerated().map { (place($0), value($1).map { max(1, Double($0)) }) }
        }
        let (median, high) = (points { $0.percentile(50) }, points { $0.percentile(99) })
        let most = points { $0.isEmpty ? nil : $0.maximum }
        var plot = Plot(
            "\(title), over the run", .logarithmic(for: (median + most).compactMap(\.value)),
            text: { Figures.time(microseconds: $0) }, below: clock(report))
        plot.band(zip(median, most).map { (place: $0.place, low: $0.value, high: $1.value) }, "a3")
        plot.line(high, "c2 thin")
        plot.line(median, "c1")
        if let peak = most.max(by: { ($0.value ?? 0) < ($1.value ?? 0) }), let value = peak.value {
            plot.mark(peak.place, value, "max \(Figures.time(microseconds: value))")
        }
        return figure(title, [("c1", "p50"), ("c2", "p99"), ("a3", "up to max")], plot)
    }

    private static func throughput(_ report: ReplayReport) -> String {
        let (intervals, width) = (report.series.intervals, Double(report.series.width))
        let intended = intervals.map { Double($0.intended) / width }
        let accepted = intervals.map { Double($0.accepted) / width }
        let errors = intervals.map { Double($0.errors) / width }
        var plot = Plot(
            "Things a second, over the run", .linear(for: intended + accepted + errors), text: { Figures.plain($0) },
            below: clock(report))
        plot.bars(accepted, each: share(report), "b1") { index in
            let interval = intervals[index]
            return "\(Figures.span(seconds: Double(index) * width)): \(Figures.count(interval.accepted)) accepted, "
                + "\(Figures.count(interval.ended)) ended, \(Figures.count(interval.errors)) errors"
        }
        plot.bars(errors, each: share(report), "b4") { "\(Figures.count(intervals[$0].errors)) errors" }
        plot.steps(intended, each: share(report), "c2 thin")
        var keys = [("b1", "accepted"), ("c2", "intended")]
        if errors.contains(where: { $0 > 0 }) { keys.append(("b4", "errors")) }
        return figure("\(units(report)) a second", keys.map { (style: $0.0, text: $0.1) }, plot)
    }

    private static func underWay(_ report: ReplayReport) -> String {
        let intervals = report.series.intervals
        let (requests, things) = (intervals.map { Double($0.requests) }, intervals.map { Double($0.things) })
        guard (requests + things).contains(where: { $0 > 0 }) else { return "" }
        var plot = Plot(
            "Under way at once, over the run", .linear(for: requests + things), text: { Figures.plain($0) }, below: clock(report))
        plot.steps(things, each: share(report), "c2 thin")
        plot.steps(requests, each: share(report), "c1")
        return figure(
            "Under way at once", [("c1", "requests at the target"), ("c2", "\(report.about.unit)s that have not ended")], plot)
    }

    private static func bytes(_ report: ReplayReport) -> String {
        let (intervals, width) = (report.series.intervals, Double(report.series.width))
        guard report.counts.bytes > 0 else { return "" }
        let rates = intervals.map { Double($0.bytes) / width }
        var plot = Plot(
            "Bytes of files a second, over the run", .linear(for: rates), text: { Figures.bytes(Int($0)) }, below: clock(report))
        plot.bars(rates, each: share(report), "b1") { index in
            "\(Figures.span(seconds: Double(index) * width)): \(Figures.bytes(intervals[index].bytes))"
        }
        return figure("Bytes of files a second", [("b1", "taken by the target")], plot)
    }

    private static func units(_ report: ReplayReport) -> String {
        let unit = report.about.unit
        return "\(unit.prefix(1).uppercased())\(unit.dropFirst())s"
    }

    // MARK: - By percentile

    /// As HDR histograms are drawn: each nine of the percentile has the same width.
    private static func percentiles(_ report: ReplayReport) -> String {
        let lines: [(style: String, text: String, histogram: LatencyHistogram)] = [
            ("c1", "accepted", report.latency), ("c2", report.about.ending, report.outcomeLatency),
        ].filter { !$0.2.isEmpty }
        guard let most = lines.map(\.histogram.count).max() else { return "" }
        let nines = max(1, (log10(Double(most)) * 10).rounded(.up) / 10)
        func place(_ share: Double) -> Double { min(1, -log10(max(1 - share, pow(10, -nines))) / nines) }
        let marks: [Double] = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999]
        var plot = Plot(
            "Time by percentile",
            .logarithmic(for: lines.flatMap { [Double(max(1, $0.histogram.minimum)), Double($0.histogram.maximum)] }),
            text: { Figures.time(microseconds: $0) },
            below: marks.filter { place($0) < 0.985 || $0 == 0 }.map {
                Plot.Tick(place: place($0), text: Figures.percent($0 * 100))
            })
        for line in lines {
            let total = Double(line.histogram.count)
            var last = -1.0
            var points: [(place: Double, value: Double?)] = [(0, Double(max(1, line.histogram.minimum)))]
            for (time, count) in line.histogram.cumulative {
                let x = place(Double(count) / total)
                // No closer than a quarter of a pixel.
                guard x - last > 0.0003 || count == line.histogram.count else { continue }
                last = x
                points.append((x, Double(max(1, time))))
            }
            plot.line(points, line.style)
        }
        return figure("By percentile", lines.map { ($0.style, $0.text) }, plot)
    }
}

extension Figures {
    /// 50 %, 99.99 %: with all nines.
    static func percent(_ share: Double) -> String {
        var text = fixed(share, 4)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return "\(text) %"
    }
}
