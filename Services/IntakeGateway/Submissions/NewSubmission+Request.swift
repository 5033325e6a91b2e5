import HTTPServer
import Shared

extension NewSubmission {
    /// Reads the body of `POST /v1/submissions`, and names all faults at once. A person's submission is their own.
    init(reading object: RequestObject, journeys: JourneyRegistry, under policy: ContactPolicy) throws(Problem) {
        var object = object
        let owner = policy.principal.subject
        let name = object.requiredString("journey", maximum: Self.maximumTextLength)
        let subject = object.optionalString("subject", maximum: Self.maximumTextLength)
        let reference = object.optionalString("reference", maximum: Self.maximumTextLength)
        let locale = object.optionalString("locale", maximum: Self.maximumTextLength)
        let contact = object.object("contact") { contact in
            Contact(
                email: policy.address(named: contact.optionalString("email", maximum: Self.maximumTextLength * 2)),
                pushToken: contact.optionalString("pushToken", maximum: Self.maximumTextLength))
        }
        let expected = object.object("expected") { person in
            ExpectedPerson(
                name: person.optionalString("name", maximum: ExpectedPerson.maximumNameLength),
                address: person.optionalString("address", maximum: ExpectedPerson.maximumAddressLength),
                dateOfBirth: person.calendarDate("dateOfBirth"))
        }
        let metadata = object.stringMap(
            "metadata", maximumCount: Self.maximumMetadataEntries, maximumKey: 64,
            maximumValue: Self.maximumMetadataValueLength)
        let returnUrl = object.optionalString("returnUrl", maximum: Self.maximumURLLength)
        let consent = object.optionalString("consent", maximum: GivenConsent.maximumVersionLength)
        let journey = name.flatMap(JourneyID.init(rawValue:)).flatMap { journeys[$0] }
        let new = NewSubmission(
            journey: journey?.id ?? "unknown", subject: owner ?? subject, reference: reference, locale: locale, contact: contact,
            metadata: metadata.isEmpty ? nil : metadata, returnUrl: returnUrl, consent: consent,
            expected: expected)
        object.add(new.faults)
        object.add(policy.faults(email: contact?.email, returnUrl: returnUrl))
        do throws(ForcedOutcome.Fault) { _ = try ForcedOutcome.read(reference, of: policy.principal.tenant) } catch {
            object.add([ProblemItem(pointer: "/reference", detail: error.description, rule: "test")])
        }
        if let owner, let subject, !subject.hasSameBytes(as: owner) {
            object.add([FieldFault(pointer: "/subject", problem: "must be missing or your own id: this submission is yours")])
        }
        if owner != nil, expected != nil {
            object.add([
                FieldFault(pointer: "/expected", problem: "must be missing: whom a submission expects, its tenant alone says")
            ])
        }
        try object.finish()
        guard journey != nil else { throw .unknownJourney(known: journeys.offered.map(\.id)) }
        self = new
    }
}

extension RequestObject {
    /// Adds faults that show only with all members. Skips a member that has a fault already.
    mutating func add(_ faults: [FieldFault]) {
        add(faults.map { ProblemItem(pointer: $0.pointer, detail: "This \($0.problem).", rule: "format") })
    }

    mutating func add(_ faults: [ProblemItem]) {
        let known = Set(self.faults.compactMap(\.pointer))
        for fault in faults where fault.pointer.map({ !known.contains($0) }) ?? true { add(fault) }
    }
}
