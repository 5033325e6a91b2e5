#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A process that needs documents: which it accepts, how many, and what happens afterwards.
///
/// Built-in journeys (from a `DocumentsScope`) and journeys from files are the same data. `version` is the digest of that
/// data; a submission pins the version of its creation.
public struct JourneyDefinition: Sendable, Hashable, Identifiable {
    public let id: JourneyID
    public internal(set) var title: String
    /// One or two sentences for the person who submits the documents.
    public internal(set) var summary: String
    public internal(set) var documentTypes: [DocumentType]
    /// The number of documents that a submission needs and may have, of all types together.
    public let documents: CountRange
    /// How often a person may replace refused documents before the submission is rejected.
    public let replacements: Int
    public let review: ReviewPolicy
    /// The number of reviewers who must decide, each without seeing the others' decisions.
    public let reviewers: Int
    /// The tenant's promised time for a review, in seconds; nil if there is none.
    public let reviewWithin: Int?
    public let retention: Retention
    /// IANA name of the zone of the calendar that date rules use.
    public let timeZone: String
    /// The policies of rules that replace the rules' own.
    public let rules: [RuleID: RulePolicy]
    /// The consent that the person must give; nil if none.
    public internal(set) var consent: ConsentText?
    /// How the text of a PDF is treated.
    public let pdfText: PDFTextPolicy
    /// How the web page guides a person.
    public let guide: JourneyGuide
    /// Whether the text of its documents is read.
    public let reading: ReadingPolicy
    /// The call-outs, at most one at each point.
    public let callOuts: [CallOut]
    /// The texts in other languages, by their BCP 47 tags.
    public let translations: [String: JourneyTranslation]
    /// The texts in the original language, once the journey is translated. Not part of the JSON.
    var ownWords: JourneyTranslation?
    /// The SHA-256 of the canonical JSON form of everything above.
    public private(set) var version: ContentDigest

    public init(
        id: JourneyID, title: String, summary: String, documentTypes: [DocumentType], documents: CountRange,
        replacements: Int = 3, review: ReviewPolicy = .never, retention: Retention = Retention(), timeZone: String = "UTC",
        rules: [RuleID: RulePolicy] = [:], consent: ConsentText? = nil, pdfText: PDFTextPolicy = .dropped,
        guide: JourneyGuide = .overview, translations: [String: JourneyTranslation] = [:], reading: ReadingPolicy = .off,
        reviewers: Int = 1, reviewWithin: Int? = nil, callOuts: [CallOut] = []
    ) {
        let content = Content(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            replacements: replacements, review: review, retention: retention, timeZone: timeZone, rules: rules,
            consent: consent, pdfText: pdfText, guide: guide, translations: translations, reading: reading,
            reviewers: reviewers, reviewWithin: reviewWithin, callOuts: callOuts)
        self.init(content)
    }

    /// The same journey under its recorded version, whose digest lacks members that Docket has added since.
    public func recorded(as version: ContentDigest) -> JourneyDefinition {
        var journey = self
        journey.version = version
        return journey
    }

    public func documentType(_ id: DocumentTypeID) -> DocumentType? {
        documentTypes.first { $0.id == id }
    }

    /// Days without a change after which a draft, or a submission that waits for its person, expires.
    public var draftRetentionDays: Int { retention.draft }

    /// The call-out at a point; nil if there is none.
    public func callOut(after point: CallOut.Point) -> CallOut? { callOuts.first { $0.after == point } }

    /// The calendar date of a moment for this journey. UTC is never used in practice: a registry refuses a journey with
    /// an unknown zone.
    public func day(at moment: Timestamp) -> CalendarDate {
        CalendarDate(moment, in: KnownTimeZone(named: timeZone) ?? .utc)
    }

    /// This journey's policy of a rule, or the rule's own.
    public func policy(of rule: some Rule) -> RulePolicy {
        rule.isNegotiable ? rules[rule.id] ?? rule.policy : rule.policy
    }
}

/// Whether a reviewer sees submissions that the rules pass.
public enum ReviewPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    case never
    case onWarning = "on_warning"
    case always
}

/// How the text of a PDF is treated in the PDF of its document.
public enum PDFTextPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Only pixels remain.
    case dropped
    /// Keeps searchable letters and their fonts where a document is one PDF, redrawn, and nothing else provably remains
    /// of it.
    case kept
    /// The text that was read from the pages lies invisibly over their images. Without reading, the text is dropped.
    case read
}

/// How the web page guides a person through a journey.
public enum JourneyGuide: String, Sendable, Hashable, Codable, CaseIterable {
    /// All documents at once, in any order.
    case overview
    /// One document at a time, and an overview at the end.
    case steps
}

// MARK: - JSON

extension JourneyDefinition: Codable {
    /// The written form, of which the version is the digest.
    fileprivate struct Content: Encodable {
        let id: JourneyID
        let title: String
        let summary: String
        let documentTypes: [DocumentType]
        let documents: CountRange
        let replacements: Int
        let review: ReviewPolicy
        let retention: Retention
        let timeZone: String
        let rules: [RuleID: RulePolicy]
        let consent: ConsentText?
        /// Nil members are absent from the JSON, so that older journeys keep their digests.
        let pdfText: PDFTextPolicy?
        let guide: JourneyGuide?
        let reading: ReadingPolicy?
        let translations: [String: JourneyTranslation]?
        let reviewers: Int?
        let reviewWithin: Int?
        let callOuts: [CallOut]?

        init(
            id: JourneyID, title: String, summary: String, documentTypes: [DocumentType], documents: CountRange,
            replacements: Int,
            review: ReviewPolicy, retention: Retention, timeZone: String, rules: [RuleID: RulePolicy], consent: ConsentText?,
            pdfText: PDFTextPolicy, guide: JourneyGuide, translations: [String: JourneyTranslation], reading: ReadingPolicy,
            reviewers: Int, reviewWithin: Int?, callOuts: [CallOut]
        ) {
            self.id = id
            self.title = title
            self.summary = summary
            self.documentTypes = documentTypes
            self.documents = documents
            self.replacements = replacements
            self.review = review
            self.retention = retention
            self.timeZone = timeZone
            self.rules = rules
            self.consent = consent
            self.pdfText = pdfText == .dropped ? nil : pdfText
            self.guide = guide == .overview ? nil : guide
            self.reading = reading == .off ? nil : reading
            self.translations = translations.isEmpty ? nil : translations
            self.reviewers = reviewers == 1 ? nil : reviewers
            self.reviewWithin = reviewWithin
            self.callOuts = callOuts.isEmpty ? nil : callOuts
        }

        var digest: ContentDigest {
            do {
                return ContentDigest(of: try CanonicalJSON.encode(self))
            } catch {
                // JSON can hold every string and every integer, and there is nothing else in here.
                preconditionFailure("A journey of strings and integers has no JSON form: \(error)")
            }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, summary, documentTypes, documents, replacements, review, retention, draftRetentionDays, timeZone, rules,
            consent, pdfText, guide, translations, reading, reviewers, reviewWithin, callOuts
    }

    private init(_ content: Content) {
        id = content.id
        title = content.title
        summary = content.summary
        documentTypes = content.documentTypes
        documents = content.documents
        replacements = content.replacements
        review = content.review
        retention = content.retention
        timeZone = content.timeZone
        rules = content.rules
        consent = content.consent
        pdfText = content.pdfText ?? .dropped
        guide = content.guide ?? .overview
        reading = content.reading ?? .off
        translations = content.translations ?? [:]
        reviewers = content.reviewers ?? 1
        reviewWithin = content.reviewWithin
        callOuts = content.callOuts ?? []
        version = content.digest
    }

    /// Also reads the form of earlier versions of Docket, which has only the retention of drafts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let retention =
            try container.decodeIfPresent(Retention.self, forKey: .retention)
            ?? Retention(draft: try container.decode(Int.self, forKey: .draftRetentionDays))
        self.init(
            id: try container.decode(JourneyID.self, forKey: .id), title: try container.decode(String.self, forKey: .title),
            summary: try container.decode(String.self, forKey: .summary),
            documentTypes: try container.decode([DocumentType].self, forKey: .documentTypes),
            documents: try container.decode(CountRange.self, forKey: .documents),
            replacements: try container.decode(Int.self, forKey: .replacements),
            review: try container.decode(ReviewPolicy.self, forKey: .review), retention: retention,
            timeZone: try container.decode(String.self, forKey: .timeZone),
            rules: try container.decodeIfPresent([RuleID: RulePolicy].self, forKey: .rules) ?? [:],
            consent: try container.decodeIfPresent(ConsentText.self, forKey: .consent),
            pdfText: try container.decodeIfPresent(PDFTextPolicy.self, forKey: .pdfText) ?? .dropped,
            guide: try container.decodeIfPresent(JourneyGuide.self, forKey: .guide) ?? .overview,
            translations: try container.decodeIfPresent([String: JourneyTranslation].self, forKey: .translations) ?? [:],
            reading: try container.decodeIfPresent(ReadingPolicy.self, forKey: .reading) ?? .off,
            reviewers: try container.decodeIfPresent(Int.self, forKey: .reviewers) ?? 1,
            reviewWithin: try container.decodeIfPresent(Int.self, forKey: .reviewWithin),
            callOuts: try container.decodeIfPresent([CallOut].self, forKey: .callOuts) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        try Content(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            replacements: replacements, review: review, retention: retention, timeZone: timeZone, rules: rules, consent: consent,
            pdfText: pdfText, guide: guide, translations: translations, reading: reading, reviewers: reviewers,
            reviewWithin: reviewWithin, callOuts: callOuts
        ).encode(to: encoder)
    }
}
