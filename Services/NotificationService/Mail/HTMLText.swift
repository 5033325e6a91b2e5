/// A piece of HTML. What is interpolated into one is escaped unless it is HTML itself: a value cannot become markup by being
/// forgotten.
///
/// ```swift
/// let line: HTMLText = "<p>\(reason.message)</p>"
/// ```
struct HTMLText: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    private(set) var description: String

    init(stringLiteral value: String) { description = value }
    init(stringInterpolation: Interpolation) { description = stringInterpolation.html }

    static func joined(_ pieces: [HTMLText]) -> HTMLText {
        var result: HTMLText = ""
        for piece in pieces { result.description += piece.description }
        return result
    }

    struct Interpolation: StringInterpolationProtocol {
        var html = ""

        init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { html += literal }

        mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": html += "&amp;"
                case "<": html += "&lt;"
                case ">": html += "&gt;"
                case "\"": html += "&quot;"
                case "'": html += "&#39;"
                case "\n": html += "<br>"
                case _ where scalar.properties.generalCategory == .control: html += " "
                default: html.unicodeScalars.append(scalar)
                }
            }
        }

        mutating func appendInterpolation(_ value: HTMLText) { html += value.description }
    }
}
