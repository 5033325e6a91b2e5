import HTTPServer
import Shared

/// Something that a submission lacks for the submit.
struct MissingItem: Resource, Hashable {
    let rule: RuleID
    let documentType: DocumentTypeID?
    let document: DocumentID?
    /// In a few words.
    let found: String
    /// What would satisfy the rule, in a few words.
    let expected: String
    let message: String
    /// What the person can do.
    let remedy: String?

    static let shape = Shape<Self>(
        .required("rule", .named("Name")) { $0.rule.rawValue },
        .optional("documentType", .named("Name")) { $0.documentType?.rawValue },
        .optional("document", .named("Identifier")) { $0.document?.description },
        .required("found", .string()) { $0.found },
        .required("expected", .string()) { $0.expected },
        .required("message", .string(), "For a person.") { $0.message },
        .optional("remedy", .string(), "What to do, alone.") { $0.remedy })

    init(_ reason: Reason, in submission: Submission) {
        rule = reason.rule
        documentType = reason.documentType ?? reason.document.flatMap { submission.document($0)?.type }
        document = reason.document
        found = reason.found
        expected = reason.expected
        message = reason.message
        remedy = reason.remedy
    }

    /// The same as a member of a problem.
    var problemValue: ProblemValue {
        var members: [String: ProblemValue] = [
            "rule": .string(rule.rawValue), "found": .string(found), "expected": .string(expected), "message": .string(message),
        ]
        members["documentType"] = documentType.map { .string($0.rawValue) }
        members["remedy"] = remedy.map { .string($0) }
        members["document"] = document.map { .string($0.description) }
        return .object(members)
    }

    /// Everything that is missing; empty once the submission can no longer be submitted.
    static func all(
        of submission: Submission, journey: JourneyDefinition, at moment: Timestamp, in language: Language
    ) -> [MissingItem] {
        guard submission.state.allowsChanges else { return [] }
        return CompletenessCheck.missing(from: submission, journey: journey, at: moment).map {
            MissingItem($0.localized(in: language, of: journey), in: submission)
        }
    }
}
