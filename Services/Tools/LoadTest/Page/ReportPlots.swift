import Glibc
import Shared

/// The pictures of a report.
enum ReportPlots {
    static func all(_ report: ReplayReport) -> String {
        guard !report.series.intervals.isEmpty else { return "" }
        return latency(report) + throughput(report) + percentiles(report)
    }

    private static func figure(_ title: String, _ keys: [(style: String, text: String)], _ plot: Plot) -> String {
        let legend = keys.map { "<span class=\"key \($0.style)\">\(HTML.escaped($0.text))</span>" }.joined()
        return "<section><h2>\(title)<span class=\"legend\">\(legend)</span></h2><figure>\(plot.svg)</figure></section>"
    }

    // MARK: - Over time

    /// The seconds under a plot over time.
    private static func clock(_ report: ReplayReport) -> [Plot.Tick] {
        let length = Double(report.series.intervals.count * report.series.width)
        return Plot.roundSteps(to: length, count: 8).map { Plot.Tick(place: $0 / length, text: Figures.span(seconds: $0)) }
    }

    private static func latency(_ report: ReplayReport) -> String {
        let intervals = report.series.intervals
        let count = Double(intervals.count)
        func points(_ value: (LatencyHistogram) -> Int64?) -> [(Double, Double?)] {
            intervals.enumerated().map { index, interval in
                ((Double(index) + 0.5) / count, value(interval.latency).map { max(1, Double($0)) })
            }
        }
        let lines: [(style: String, text: String, points: [(Double, Double?)])] = [
            ("c3", "max", points { $0.isEmpty ? nil : $0.maximum }), ("c2", "p99", points { $0.percentile(99) }),
            ("c1", "p50", points { $0.percentile(50) }),
        ]
        var plot = Plot(
            "Time until accepted, over the run", .logarithmic(for: lines.flatMap { $0.points.compactMap(\.1) }),
            text: { Figures.time(microseconds: $0) }, below: clock(report))
        for line in lines { plot.line(line.points.map { (place: $0.0, value: $0.1) }, line.style) }
        return figure("Time until accepted", lines.reversed().map { ($0.style, $0.text) }, plot)
    }

    private static func throughput(_ report: ReplayReport) -> String {
        let (intervals, width) = (report.series.intervals, Double(report.series.width))
        let intended = intervals.map { Double($0.intended) / width }
        let accepted = intervals.map { Double($0.accepted) / width }
        let errors = intervals.map { Double($0.errors) / width }
        var plot = Plot(
            "Things a second, over the run", .linear(for: intended + accepted + errors), text: { Figures.plain($0) },
            below: clock(report))
        plot.bars(accepted, "b1") { index in
            let interval = intervals[index]
            return "\(Figures.span(seconds: Double(index) * width)): \(Figures.count(interval.accepted)) accepted, "
                + "\(Figures.count(interval.ended)) ended, \(Figures.count(interval.errors)) errors"
        }
        plot.bars(errors, "b4") { "\(Figures.count(intervals[$0].errors)) errors" }
        plot.steps(intended, "c2 thin")
        var keys = [("b1", "accepted"), ("c2", "intended")]
        if errors.contains(where: { $0 > 0 }) { keys.append(("b4", "errors")) }
        let unit = report.about.unit
        return figure("\(unit.prefix(1).uppercased())\(unit.dropFirst())s a second", keys.map { (style: $0.0, text: $0.1) }, plot)
    }

    // MARK: - By percentile

    /// As HDR histograms are drawn: each nine of the percentile takes the same room.
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
    /// 50 %, 99.99 %: all nines are shown.
    static func percent(_ share: Double) -> String {
        var text = fixed(share, 4)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return "\(text) %"
    }
}
