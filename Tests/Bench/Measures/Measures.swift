import FoundationEssentials
import Shared

/// What `deploy/bench` measures within one process, without any service: `Measures rules N`, `detection N`, `validation FILE N`, and
/// `facts`, which prints what past submissions are made of. Each prints one line of JSON.
@main enum Measures {
    struct Rate: Encodable { let documentsPerSecond: Double }
    struct Head: Encodable { let name: String, seconds: Double }
    struct File: Encodable { let seconds: [Double] }

    /// A journey, and the facts of ten submissions under it of which three have a document of more than 60 days.
    struct Past: Encodable {
        let journey: JourneyDefinition
        let version: String
        let records: [String]
    }

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.dropFirst().compactMap { Int($0) }.last) {
        case ("rules", let count?):
            try say(Rate(documentsPerSecond: Double(count) / (RuleRate.measure(documents: count) / .seconds(1))))
        case ("detection", let tries?):
            let slowest = DetectionTime.slowest(tries: tries)
            try say(Head(name: slowest.name, seconds: slowest.duration / .seconds(1)))
        case ("validation", let tries?):
            try say(File(seconds: try (0..<tries).map { _ in try Validation.measure(arguments[1]) / .seconds(1) }))
        case ("facts", _): try say(past())
        default: fatalError("Measures rules N | detection N | validation FILE N | facts")
        }
    }

    private static func past() -> Past {
        let journey = JourneyDefinition(
            id: "measured", title: "Measured", summary: "",
            documentTypes: [
                DocumentType(
                    id: "statement", title: "Statement", hint: "", icon: "", documents: CountRange(1...12),
                    issueDate: .issuedWithin(days: 90))
            ], documents: CountRange(1...12))
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        let records = (0..<10).map { number in
            var facts = Samples.submission(number, journey, today: today)
            for index in facts.documents.indices {
                facts.documents[index].issueDate = .day(today.adding(days: index == 0 ? -(number * 10 + 5) : -1))
            }
            return FactsRecord(facts).bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        return Past(journey: journey, version: journey.version.hex, records: records)
    }

    private static func say(_ value: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }
}
