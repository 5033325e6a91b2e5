import HTTPServer
import Shared

extension QueryFaults {
    mutating func tenant() -> TenantID? { read("tenant", "the name of a tenant") { TenantID(rawValue: $0) } }

    mutating func stage() -> Stage? {
        read("stage", "one of \(Stage.allCases.map(\.rawValue).joined(separator: ", "))") { Stage(rawValue: $0) }
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        read(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func limit(_ range: ClosedRange<Int>, otherwise: Int) -> Int { integer("limit", in: range) ?? otherwise }
}

extension RequestObject {
    mutating func tenant(isRequired: Bool = false) -> TenantID? {
        guard let text = isRequired ? requiredString("tenant", maximum: 64) : optionalString("tenant", maximum: 64) else {
            return nil
        }
        guard let tenant = TenantID(rawValue: text) else {
            fault(
                "tenant", "This is not the name of a tenant: lower case letters, digits, points, dashes and underscores.",
                rule: "name")
            return nil
        }
        return tenant
    }

    /// The operator's reason for an act on a tenant.
    mutating func reason() -> String? {
        let reason = requiredString("reason", maximum: Glass.reasons.upperBound)
        if let reason, reason.unicodeScalars.count < Glass.reasons.lowerBound {
            fault("reason", "Say why, in \(Glass.reasons.lowerBound) letters or more: the tenant reads it.", rule: "length")
        }
        return reason
    }

    mutating func submission() -> SubmissionID? {
        guard let text = optionalString("submission", maximum: 40) else { return nil }
        guard let id = SubmissionID(text) else {
            fault("submission", "This is not the id of a submission.", rule: "identifier")
            return nil
        }
        return id
    }
}

/// A submission, or a person's data, as an operator names them.
enum PersonalScope: Sendable {
    case submission(SubmissionID)
    case person(String, of: TenantID)

    init(_ object: inout RequestObject) throws(Problem) {
        let (submission, tenant) = (object.submission(), object.tenant())
        let subject = object.optionalString("subject", maximum: 256)
        switch (submission, subject, tenant) {
        case (let id?, nil, _): self = .submission(id)
        case (nil, let subject?, let tenant?): self = .person(subject, of: tenant)
        default:
            throw Problem(
                .invalidRequest, detail: "Name either a `submission`, or a person by `tenant` and `subject`.",
                errors: object.faults)
        }
    }
}
