import HTTPServer

extension Problem {
    init(
        _ type: ProblemType, title: String? = nil, detail: String, errors: [ProblemItem] = [],
        members: [String: ProblemValue] = [:], headers: HTTPHeaders = [:]
    ) {
        self.init(
            status: type.status, type: type.rawValue, title: title ?? type.title, detail: detail, errors: errors,
            extensions: members, headers: headers)
    }

    /// Nil for a problem of the server itself.
    var kind: ProblemType? { ProblemType(rawValue: type) }
}

extension ProblemValue {
    static func strings(_ values: [String]) -> ProblemValue { .array(values.map(ProblemValue.string)) }
}
