import Glibc
import Shared

/// A plot of lines and bars over two axes, as self-contained SVG in the page's colours.
struct Plot {
    enum Scale {
        /// From 0.
        case linear(top: Double)
        /// Both above 0.
        case logarithmic(bottom: Double, top: Double)

        /// 0 at the bottom, 1 at the top.
        func share(_ value: Double) -> Double {
            switch self {
            case .linear(let top): top > 0 ? min(max(value / top, 0), 1) : 0
            case .logarithmic(let bottom, let top):
                min(max((log10(max(value, bottom)) - log10(bottom)) / max(1e-9, log10(top) - log10(bottom)), 0), 1)
            }
        }

        /// A scale for all of these values.
        static func linear(for values: [Double]) -> Scale { .linear(top: max(values.max() ?? 1, 1e-6) * 1.06) }

        static func logarithmic(for values: [Double]) -> Scale {
            let positive = values.filter { $0 > 0 }
            let (low, high) = (positive.min() ?? 1, positive.max() ?? 10)
            return .logarithmic(bottom: low / 1.3, top: max(high * 1.3, low * 4))
        }

        /// The values of horizontal lines.
        var ticks: [Double] {
            switch self {
            case .linear(let top): Plot.roundSteps(to: top, count: 5)
            case .logarithmic(let bottom, let top):
                (-3...12).flatMap { power in [1.0, 2, 5].map { $0 * pow(10, Double(power)) } }
                    .filter { $0 >= bottom && $0 <= top }.thinned(to: 8)
            }
        }
    }

    struct Tick {
        /// 0 at the left, 1 at the right.
        let place: Double
        let text: String
    }

    static let width = 920.0
    static let height = 260.0
    private static let (left, right, top, bottom) = (70.0, 14.0, 12.0, 34.0)
    private static var innerWidth: Double { width - left - right }
    private static var innerHeight: Double { height - top - bottom }

    let title: String
    let scale: Scale
    private var body = ""

    /// `text`: the label of a horizontal line.
    init(_ title: String, _ scale: Scale, text: (Double) -> String, below: [Tick]) {
        (self.title, self.scale) = (title, scale)
        for value in scale.ticks {
            let y = Self.y(scale.share(value))
            body += "<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(Self.width - Self.right)\" y1=\"\(y)\" y2=\"\(y)\"/>"
            body +=
                "<text class=\"tick\" x=\"\(Self.left - 10)\" y=\"\(y)\" dy=\"0.32em\" text-anchor=\"end\">\(text(value))</text>"
        }
        let floor = Self.height - Self.bottom
        for tick in below {
            let x = Self.x(tick.place)
            body += "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(floor)\" y2=\"\(Self.number(floor + 5))\"/>"
            body += "<text class=\"tick\" x=\"\(x)\" y=\"\(Self.number(floor + 20))\" text-anchor=\"middle\">\(tick.text)</text>"
        }
        body += "<line class=\"axis\" x1=\"\(Self.left)\" x2=\"\(Self.width - Self.right)\" y1=\"\(floor)\" y2=\"\(floor)\"/>"
    }

    /// A line through points (place from 0 to 1, value), interrupted at missing values. A single point is a dot.
    mutating func line(_ points: [(place: Double, value: Double?)], _ style: String) {
        for piece in points.split(whereSeparator: { $0.value == nil }) {
            let drawn = piece.compactMap { point in
                point.value.map { "\(Self.x(point.place)),\(Self.y(scale.share($0)))" }
            }
            if drawn.count == 1, let only = drawn.first {
                let place = only.split(separator: ",")
                body += "<circle class=\"\(style) dot\" cx=\"\(place[0])\" cy=\"\(place[1])\" r=\"2.5\"/>"
            } else {
                body += "<polyline class=\"\(style)\" points=\"\(drawn.joined(separator: " "))\"/>"
            }
        }
    }

    /// A band between two values, interrupted at missing values. Where both are equal it is as thick as a line.
    mutating func band(_ points: [(place: Double, low: Double?, high: Double?)], _ style: String) {
        for piece in points.split(whereSeparator: { $0.low == nil || $0.high == nil }) {
            let edges = piece.map { point in
                let (low, high) = (scale.share(point.low ?? 0), scale.share(point.high ?? 0))
                return (place: point.place, low: low, high: max(high, low + 0.008))
            }
            guard let first = edges.first, let last = edges.last else { continue }
            // One interval alone has a width, too.
            let (left, right) = edges.count == 1 ? (first.place - 0.002, last.place + 0.002) : (first.place, last.place)
            let above = [(left, first.high)] + edges.map { ($0.place, $0.high) } + [(right, last.high)]
            let below = [(right, last.low)] + edges.reversed().map { ($0.place, $0.low) } + [(left, first.low)]
            let outline = (above + below).map { "\(Self.x($0.0)),\(Self.y($0.1))" }.joined(separator: " ")
            body += "<polygon class=\"\(style)\" points=\"\(outline)\"/>"
        }
    }

    /// A text at a point, on the side with more room.
    mutating func mark(_ place: Double, _ value: Double, _ text: String) {
        let isRight = place > 0.8
        body += """
            <circle class="crest" cx="\(Self.x(place))" cy="\(Self.y(scale.share(value)))" r="3"/>\
            <text class="peak" x="\(Self.number(Self.left + Self.innerWidth * place + (isRight ? -8 : 8)))" \
            y="\(Self.y(scale.share(value)))" dy="0.32em" text-anchor="\(isRight ? "end" : "start")">\(HTML.escaped(text))</text>
            """
    }

    /// A line of steps: each value holds for `width` of the whole.
    mutating func steps(_ values: [Double], each width: Double, _ style: String) {
        line(
            values.enumerated().flatMap { index, value in
                [(min(1, Double(index) * width), value), (min(1, Double(index + 1) * width), value)]
            }, style)
    }

    /// A bar for each value, side by side; each has `width` of the whole, and a tooltip.
    mutating func bars(_ values: [Double], each share: Double, _ style: String, tip: (Int) -> String) {
        for (index, value) in values.enumerated() where value > 0 {
            let start = min(1, Double(index) * share)
            // The last one ends with the run.
            let width = Self.innerWidth * (min(1, start + share) - start)
            let height = Self.innerHeight * scale.share(value)
            body += """
                <rect class="\(style)" x="\(Self.number(Self.left + Self.innerWidth * start))" \
                y="\(Self.number(Self.height - Self.bottom - height))" width="\(Self.number(max(0.6, width - min(1, width * 0.15))))" \
                height="\(Self.number(height))"><title>\(HTML.escaped(tip(index)))</title></rect>
                """
        }
    }

    var svg: String {
        """
        <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="\(HTML.escaped(title))">\(body)</svg>
        """
    }

    private static func x(_ place: Double) -> String { number(left + innerWidth * place) }
    private static func y(_ share: Double) -> String { number(height - bottom - innerHeight * share) }
    private static func number(_ value: Double) -> String { Figures.fixed(value, 1) }

    /// Steps of seconds in the divisions of clocks; none above `top`.
    static func clockSteps(to top: Double, count: Int) -> [Double] {
        let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]
        guard top > 0, top.isFinite, let step = steps.first(where: { $0 * Double(count) >= top }) else {
            return roundSteps(to: top, count: count)
        }
        return Array(stride(from: 0, through: top, by: step))
    }

    /// Round steps (0, 20, 40 …): about `count`, none above `top`.
    static func roundSteps(to top: Double, count: Int) -> [Double] {
        guard top > 0, top.isFinite else { return [0] }
        let rough = top / Double(count)
        let power = pow(10, floor(log10(rough)))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
        return Array(stride(from: 0, through: top, by: step))
    }
}

extension [Double] {
    /// About `limit` of the values.
    fileprivate func thinned(to limit: Int) -> [Double] {
        guard count > limit else { return self }
        let decades = filter { log10($0) == log10($0).rounded() }
        return decades.count > 1 ? decades : enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
}
