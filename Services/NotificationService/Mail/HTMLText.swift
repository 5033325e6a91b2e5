import Shared

/// A piece of HTML. Interpolated values are escaped unless they are HTML themselves, so a value never becomes markup by
/// mistake.
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
            let lines = value.split(at: "\n", omittingEmptySubsequences: false).map { line in
                let scalars = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
                return HTML.escaped(String(String.UnicodeScalarView(scalars)))
            }
            html += lines.joined(separator: "<br>")
        }

        mutating func appendInterpolation(_ value: HTMLText) { html += value.description }
    }
}
