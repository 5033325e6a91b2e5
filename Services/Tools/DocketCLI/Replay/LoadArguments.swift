import CommandLine
import Configuration
import LoadTest

/// `5%` or `0.05`, as a share of 1.
struct Share: ArgumentValue, Equatable {
    let value: Double
    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        let isPercent = argument.hasSuffix("%")
        guard let number = Double(isPercent ? argument.dropLast() : argument[...]), number >= 0, number <= (isPercent ? 100 : 1)
        else { throw InvalidValue(expected: "a share such as 5%") }
        value = isPercent ? number / 100 : number
    }
}

/// `500kbit` or `2mbit`, in bytes a second.
struct Bandwidth: ArgumentValue, Equatable {
    let bytesPerSecond: Int64
    static var completion: Completion { .words(["128kbit", "500kbit", "2mbit", "10mbit"]) }

    init(argument: String) throws(InvalidValue) {
        let text = argument.lowercased()
        let units: [(String, Double)] = [("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9), ("bit", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }), let number = Double(text.dropLast(unit.0.count)),
            case let bytes = number * unit.1 / 8, bytes >= 100, bytes <= 1e11
        else { throw InvalidValue(expected: "a bandwidth of at least 800bit, such as 500kbit or 2mbit") }
        bytesPerSecond = Int64(bytes)
    }
}

/// `10` or `10x`.
struct Speed: ArgumentValue, Equatable {
    let factor: Double
    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        guard let number = Double(argument.hasSuffix("x") ? argument.dropLast() : argument[...]), number > 0, number <= 1e6 else {
            throw InvalidValue(expected: "a speed above 0, such as 10 or 0.5")
        }
        factor = number
    }
}

/// `2000` or `2000/s`, `30/min`.
struct Rate: ArgumentValue, Equatable {
    let perSecond: Double
    static var completion: Completion { .none }

    init(argument: String) throws(InvalidValue) {
        let units: [(String, Double)] = [("/min", 60), ("/s", 1)]
        let unit = units.first { argument.hasSuffix($0.0) }
        guard let number = Double(unit.map { argument.dropLast($0.0.count) } ?? argument[...]), number > 0, number <= 1e6 else {
            throw InvalidValue(expected: "a rate above 0, such as 2000 (a second) or 30/min")
        }
        perSecond = number / (unit?.1 ?? 1)
    }
}

/// `30s`, `5m`, `1h30m`, in seconds.
struct TimeSpan: ArgumentValue, Equatable, CustomStringConvertible {
    let seconds: Double

    /// The form of a default in help; empty for zero.
    var description: String { seconds == 0 ? "" : Figures.span(seconds: seconds) }
    static var completion: Completion { .none }

    init(seconds: Double) { self.seconds = seconds }

    init(argument: String) throws(InvalidValue) {
        guard let duration = Duration(text: argument), duration >= .zero, duration <= .seconds(7 * 86_400) else {
            throw InvalidValue(expected: "a time such as 30s, 5m or 1h30m")
        }
        seconds = duration / .seconds(1)
    }
}
