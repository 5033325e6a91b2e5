internal import Postgres
internal import Shared

/// What a submission says of its person. Of a sealed submission it is stored in the column `personal`, by its key; of others, in
/// columns of their own. It never changes.
struct PersonalValues: Codable, Hashable {
    var contact: Contact?
    var expected: ExpectedPerson?
    var metadata: [String: String]?
    var returnUrl: String?
    /// The tenant's own id of the person. Nil in what was sealed while it stood in a column of its own; so is the reference.
    var subject: String?
    var reference: String?

    /// `withNames`: whether subject and reference are among them.
    init(of submission: Submission, withNames: Bool) {
        contact = submission.contact
        expected = submission.expected
        metadata = submission.metadata.isEmpty ? nil : submission.metadata
        returnUrl = submission.returnUrl
        if withNames { (subject, reference) = (submission.subject, submission.reference) }
    }

    /// The columns of their own.
    static let columns: SQL = "email, push_token, expected, metadata, return_url, subject, reference"

    /// Which submissions `s` have any in columns of their own.
    static let isThere: SQL = """
        (s.metadata <> '{}' or num_nonnulls(s.email, s.push_token, s.expected, s.return_url) > 0
            or (num_nonnulls(s.subject, s.reference) > 0 and s.tenant not like '%.test'))
        """

    /// From ``columns``.
    init(_ row: Row) throws {
        let found = Contact(email: try row.decodeIfPresent("email"), pushToken: try row.decodeIfPresent("push_token"))
        contact = found == Contact() ? nil : found
        expected = try row.decodeJSONIfPresent("expected")
        let table = try row.decodeJSONTable("metadata")
        metadata = table.isEmpty ? nil : table
        returnUrl = try row.decodeIfPresent("return_url")
        (subject, reference) = (try row.decodeIfPresent("subject"), try row.decodeIfPresent("reference"))
    }

    func put(into submission: inout Submission) {
        submission.contact = contact
        submission.expected = expected
        submission.metadata = metadata ?? [:]
        submission.returnUrl = returnUrl
        submission.subject = subject
        submission.reference = reference
    }

    /// These, and what was sealed before where there is none of it here.
    func filled(from sealed: PersonalValues) -> PersonalValues {
        var values = self
        values.contact = contact ?? sealed.contact
        values.expected = expected ?? sealed.expected
        values.metadata = metadata ?? sealed.metadata
        values.returnUrl = returnUrl ?? sealed.returnUrl
        values.subject = subject ?? sealed.subject
        values.reference = reference ?? sealed.reference
        return values
    }

    var isEmpty: Bool {
        contact == nil && expected == nil && metadata == nil && returnUrl == nil && subject == nil && reference == nil
    }
}
