import Shared

/// Prometheus's answer to `query_range` (HTTP API, v1): the points of one line.
package struct PrometheusAnswer: Sendable {
    /// Why there are no points.
    package enum Fault: Error, CustomStringConvertible {
        case unreadable
        case refused(String)

        package var description: String {
            switch self {
            case .unreadable: "it answers what no Prometheus answers"
            case .refused(let words): "it says: \(words)"
            }
        }
    }

    package struct Point: Hashable, Sendable {
        /// In seconds since 1970.
        package let time: Double
        /// Nil without a value.
        package let value: Double?

        package init(time: Double, value: Double?) { (self.time, self.value) = (time, value) }
    }

    /// In the order of time.
    package let points: [Point]

    private static let longestWords = 300

    private struct Body: Decodable {
        struct Data: Decodable {
            let resultType: String
            let result: [Line]
        }

        struct Line: Decodable {
            let values: [[JSONValue]]
        }

        let status: String
        let data: Data?
        let error: String?
    }

    /// The first of several lines with different labels counts: the queries have no labels.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let body = try? CanonicalJSON.decode(Body.self, from: bytes) else { throw .unreadable }
        guard body.status == "success", let data = body.data else {
            throw .refused(String((body.error ?? body.status).unicodeScalars.prefix(Self.longestWords).map(Character.init)))
        }
        guard data.resultType == "matrix" else { throw .unreadable }
        var points: [Point] = []
        for pair in data.result.first?.values ?? [] {
            guard pair.count == 2, case .number(let time) = pair[0], time.isFinite, case .string(let text) = pair[1] else {
                throw .unreadable
            }
            let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
            points.append(Point(time: time, value: value))
        }
        self.points = points
    }
}
