#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A process that needs documents: what it accepts, how many, and what happens afterwards.
///
/// Built-in journeys (from a `DocumentsScope`) and journeys from files are the same data. `version` is the digest of that data;
/// a submission pins the version that it was made under.
public struct JourneyDefinition: Sendable, Hashable, Identifiable {
    public let id: JourneyID
    public internal(set) var title: String
    /// One or two sentences for the person who has to submit the documents.
    public internal(set) var summary: String
    public internal(set) var documentTypes: [DocumentType]
    /// How many documents a submission needs and may have, of all types together.
    public let documents: CountRange
    /// How often a person may replace refused documents before the submission is rejected.
    public let replacements: Int
    public let review: ReviewPolicy
    /// How many persons have to judge what is in review, each without seeing what the other says.
    public let reviewers: Int
    /// How soon the tenant promises to decide on what is in review, in seconds; nil where nothing is promised.
    public let reviewWithin: Int?
    public let retention: Retention
    /// IANA name of the zone whose calendar date rules follow.
    public let timeZone: String
    /// What becomes of who does not satisfy a rule, where that is not what the rule says of itself.
    public let rules: [RuleID: RulePolicy]
    /// What the person must agree to; nil where that is nothing.
    public internal(set) var consent: ConsentText?
    /// What becomes of the text of a PDF.
    public let pdfText: PDFTextPolicy
    /// How a person is led through it on the web page.
    public let guide: JourneyGuide
    /// Whether what stands on its documents is read.
    public let reading: ReadingPolicy
    /// Whom it asks, and when; at most one at each point.
    public let callOuts: [CallOut]
    /// What it says in other languages, by their BCP 47 tags.
    public let translations: [String: JourneyTranslation]
    /// What it is written in, once it is said in another language; of no JSON.
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

    /// The same under the version that it was recorded as: what Docket has learnt to say of journeys since is not in that digest.
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

    /// Whom it asks at a point; nil for nobody.
    public func callOut(after point: CallOut.Point) -> CallOut? { callOuts.first { $0.after == point } }

    /// The day that it is for this journey. A registry refuses a journey whose zone does not exist, so that UTC never stands in.
    public func day(at moment: Timestamp) -> CalendarDate {
        CalendarDate(moment, in: KnownTimeZone(named: timeZone) ?? .utc)
    }

    /// What this journey says of a rule, or else the rule itself.
    public func policy(of rule: some Rule) -> RulePolicy {
        rule.isNegotiable ? rules[rule.id] ?? rule.policy : rule.policy
    }
}

/// Whether a person of the tenant looks at what the rules let pass.
public enum ReviewPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    case never
    case onWarning = "on_warning"
    case always
}

/// What becomes of the text of a PDF, in the PDF of its document.
public enum PDFTextPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing of it is left but pixels.
    case dropped
    /// A document of one PDF is drawn anew with its letters, which can be searched and copied, where it can be proven that nothing
    /// else is left of it; its fonts are.
    case kept
    /// What was read on the pages lies invisibly over their pictures, to be searched and copied; where nothing is read it is dropped.
    case read
}

/// How a person is led through a journey.
public enum JourneyGuide: String, Sendable, Hashable, Codable, CaseIterable {
    /// Everything at once, in any order.
    case overview
    /// One document at a time, and everything at the end.
    case steps
}

// MARK: - JSON

extension JourneyDefinition: Codable {
    /// What is written, and what the version is the digest of.
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
        /// None of these is in the digests of journeys that say nothing of it: they are older than it.
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

    /// Reads what earlier versions of Docket recorded, too: they knew the retention of drafts alone.
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
