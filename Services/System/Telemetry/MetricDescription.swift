/// A metric's name, help, kind and label names.
struct MetricDescription: Sendable {
    enum Kind: String { case counter, gauge, histogram }

    let name: String
    let help: String
    let kind: Kind
    let labels: [String]

    init(name: String, help: String, kind: Kind, labels: [String]) {
        precondition(Self.isName(name, colons: true), "not a metric name: \(name)")
        precondition(
            labels.allSatisfy { Self.isName($0, colons: false) && !$0.hasPrefix("__") && $0 != "le" },
            "not label names: \(labels) of \(name)")
        self.name = name
        self.help = help
        self.kind = kind
        self.labels = labels
    }

    private static func isName(_ text: String, colons: Bool) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            case UInt8(ascii: ":"): colons
            default: false
            }
        }
    }
}
