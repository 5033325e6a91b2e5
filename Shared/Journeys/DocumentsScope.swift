/// The list of document types that a journey accepts, and how many documents it needs, as a type.
///
/// A custom journey is one small file:
/// ```swift
/// public enum ParkingPermit: DocumentsScope {
///     public static let id: JourneyID = "parking-permit"
///     public static let title = "Parking permit"
///     public static let summary = "Show that the car is yours."
///     public static let documents = CountRange(1...1)
///     public static let registration = ScopedDocumentType<Self>(
///         DocumentType(id: "registration", title: "Registration", hint: "Both sides.", icon: "car"))
///     public static let documentTypes = [registration]
/// }
/// ```
public protocol DocumentsScope: Sendable {
    static var id: JourneyID { get }
    static var title: String { get }
    static var summary: String { get }
    static var documentTypes: [ScopedDocumentType<Self>] { get }
    /// How many documents a submission needs and may have, of all types together.
    static var documents: CountRange { get }
    static var replacements: Int { get }
    static var review: ReviewPolicy { get }
    static var retention: Retention { get }
    /// The policies that replace the rules' own.
    static var rules: [RuleID: RulePolicy] { get }
    static var consent: ConsentText? { get }
    static var timeZone: String { get }
    static var guide: JourneyGuide { get }
    static var reading: ReadingPolicy { get }
    /// The journey's texts in other languages, by their BCP 47 tags.
    static var translations: [String: JourneyTranslation] { get }
}

extension DocumentsScope {
    public static var replacements: Int { 3 }
    public static var review: ReviewPolicy { .never }
    public static var retention: Retention { Retention() }
    public static var rules: [RuleID: RulePolicy] { [:] }
    public static var consent: ConsentText? { nil }
    public static var timeZone: String { "UTC" }
    public static var guide: JourneyGuide { .overview }
    public static var reading: ReadingPolicy { .suggest }
    public static var translations: [String: JourneyTranslation] { [:] }
}

/// A document type of one scope. The compiler refuses another journey's type in its place.
public struct ScopedDocumentType<Scope: DocumentsScope>: Sendable, Hashable, Identifiable {
    public let documentType: DocumentType

    public init(_ documentType: DocumentType) {
        self.documentType = documentType
    }

    public var id: DocumentTypeID { documentType.id }
}

/// A journey whose documents the compiler checks, for an app.
public struct Journey<Scope: DocumentsScope>: Sendable {
    public let definition: JourneyDefinition

    public init(_ scope: Scope.Type = Scope.self) {
        definition = JourneyDefinition(scope)
    }

    /// Describes a document to add to a submission of this journey.
    public func document(
        _ type: ScopedDocumentType<Scope>, issueDate: CalendarDate? = nil, period: DatePeriod? = nil,
        source: DocumentSource? = nil, expiryDate: CalendarDate? = nil
    ) -> JourneyDocument<Scope> {
        JourneyDocument(
            content: NewDocument(type: type.id, issueDate: issueDate, period: period, source: source, expiryDate: expiryDate))
    }

    /// Describes a submission of this journey.
    public func submission(
        subject: String? = nil, reference: String? = nil, locale: String? = nil, contact: Contact? = nil,
        metadata: [String: String] = [:], returnUrl: String? = nil, expected: ExpectedPerson? = nil
    ) -> NewSubmission {
        NewSubmission(
            journey: Scope.id, subject: subject, reference: reference, locale: locale, contact: contact,
            metadata: metadata, returnUrl: returnUrl, expected: expected)
    }
}

/// A document to add, of a type that belongs to the journey.
public struct JourneyDocument<Scope: DocumentsScope>: Sendable, Hashable {
    public let content: NewDocument

    init(content: NewDocument) {
        self.content = content
    }
}

extension JourneyDefinition {
    /// The data of a journey that is declared as a type.
    public init<Scope: DocumentsScope>(_ scope: Scope.Type) {
        self.init(
            id: scope.id, title: scope.title, summary: scope.summary,
            documentTypes: scope.documentTypes.map(\.documentType), documents: scope.documents,
            replacements: scope.replacements, review: scope.review, retention: scope.retention,
            timeZone: scope.timeZone, rules: scope.rules, consent: scope.consent, guide: scope.guide,
            translations: scope.translations, reading: scope.reading)
    }
}
