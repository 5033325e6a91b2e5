/// Whose documents a submission expects, as its tenant knows them: what is read on the documents is compared with it. Personal data:
/// kept in the database alone, never in an event or a log.
public struct ExpectedPerson: Sendable, Hashable, Codable {
    public static let maximumNameLength = 200
    public static let maximumAddressLength = 500

    /// As it would stand on a document, in any order of its parts.
    public var name: String?
    /// On one line, its parts separated by commas.
    public var address: String?
    public var dateOfBirth: CalendarDate?

    public init(name: String? = nil, address: String? = nil, dateOfBirth: CalendarDate? = nil) {
        self.name = name
        self.address = address
        self.dateOfBirth = dateOfBirth
    }

    var faults: [FieldFault] {
        [("name", name, Self.maximumNameLength), ("address", address, Self.maximumAddressLength)].compactMap {
            member, text, most in
            guard let text, !PlainText.isValid(text, length: 1...most) else { return nil }
            return FieldFault(
                pointer: "/expected/\(member)", problem: "must have 1 to \(most) characters, without control characters")
        }
    }
}
