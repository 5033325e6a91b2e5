/// Header fields of every answer, encoded once.
struct AnswerHeaders: Sendable {
    private let fields: [(name: String, line: [UInt8])]
    private let all: [UInt8]

    init(_ headers: HTTPHeaders) {
        fields = headers.fields.map { field in
            var line: [UInt8] = []
            ResponseEncoder.append([field.name: field.value], to: &line)
            return (field.name, line)
        }
        all = fields.flatMap(\.line)
    }

    /// Appends those that the answer does not set itself.
    func append(unlessIn headers: HTTPHeaders, to bytes: inout [UInt8]) {
        guard fields.contains(where: { headers.contains($0.name) }) else {
            bytes += all
            return
        }
        for field in fields where !headers.contains(field.name) { bytes += field.line }
    }
}
