/// Proves a person's identity: one official document with a photo.
public enum Identity: DocumentsScope {
    public static let id: JourneyID = "identity"
    public static let title = "Proof of identity"
    public static let summary = "Send one official document with your photo. It must not have expired."
    public static let documents = CountRange(1...2)
    public static let reading = ReadingPolicy.check
    public static let guide = JourneyGuide.steps
    public static let review = ReviewPolicy.onWarning
    private static let sides = ["Front", "Back"]

    public static let passport = ScopedDocumentType<Self>(
        DocumentType(
            id: "passport", title: "Passport", hint: "The page with your photo, both lines of letters at its foot included.",
            icon: "person.text.rectangle", pages: CountRange(1...2), documents: CountRange(0...1), expires: .required))

    public static let identityCard = ScopedDocumentType<Self>(
        DocumentType(
            id: "identity-card", title: "Identity card", hint: "Front and back, one photo each.", icon: "person.crop.rectangle",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let drivingLicence = ScopedDocumentType<Self>(
        DocumentType(
            id: "driving-licence", title: "Driving licence", hint: "Front and back, one photo each.", icon: "car",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let residencePermit = ScopedDocumentType<Self>(
        DocumentType(
            id: "residence-permit", title: "Residence permit", hint: "Front and back, one photo each.", icon: "globe",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let documentTypes = [passport, identityCard, drivingLicence, residencePermit]
}
