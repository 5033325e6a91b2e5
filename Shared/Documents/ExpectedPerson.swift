/// The person whose documents the tenant expects; the values read from the documents are compared with it. Personal data:
/// stored only in the database, never in an event or a log.
public struct ExpectedPerson: Sendable, Hashable, Codable {
    public static let maximumNameLength = 200
    public static let maximumAddressLength = 500

    /// The name as on a document, its parts in any order.
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
        var faults: [FieldFault] = []
        func expect(_ isValid: Bool, _ member: String, atMost most: Int) {
            guard !isValid else { return }
            faults.append(
                FieldFault(
                    pointer: "/expected/\(member)", problem: "must have 1 to \(most) characters, without control characters"))
        }
        if let name {
            expect(PlainText.isValid(name, length: 1...Self.maximumNameLength), "name", atMost: Self.maximumNameLength)
        }
        if let address {
            expect(
                PlainText.isValid(address, length: 1...Self.maximumAddressLength), "address", atMost: Self.maximumAddressLength)
        }
        return faults
    }
}
