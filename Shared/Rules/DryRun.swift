/// The verdict of the rules on documents that were not submitted: the result of a dry run.
public struct DryRun: Sendable, Hashable, Codable {
    public struct Document: Sendable, Hashable, Codable {
        public let id: DocumentID
        public let type: DocumentTypeID
        public let verdict: Verdict
        public let reasons: [Reason]
        public let files: [File]
    }

    public struct File: Sendable, Hashable, Codable {
        public let id: PageID
        /// In bytes.
        public let size: Int
        public let digest: ContentDigest?
        /// By content; nil if not recognised.
        public let mediaType: MediaType?
        /// The size of its first picture; nil for a PDF, and if the file's head does not have it.
        public let pixels: PixelSize?
        /// Nil until the file has been examined.
        public let pages: Int?
        /// Of a PDF, as they were checked; nil where none was found, and where the check was without a jail.
        public let signatures: [FileSignature]?
    }

    public let journey: JourneyID
    public let journeyVersion: ContentDigest
    /// From the rules that could decide.
    public let verdict: Verdict
    /// Reasons that concern the submission as a whole, such as missing documents.
    public let reasons: [Reason]
    public let documents: [Document]
    /// Rules that decide only after the jail has examined the files. They still apply.
    public let undecided: [RuleID]

    /// Checks documents as if they were submitted now.
    public init(_ facts: SubmissionFacts, rules: RuleEngine = .validation, in language: Language = .english) {
        let reasons = rules.findings(for: facts).map { Reason($0, in: language) }
        let verdict = SubmissionVerdict(sorting: reasons, under: facts.documents.map(\.id))
        journey = facts.journey.id
        journeyVersion = facts.journey.version
        self.verdict = verdict.verdict
        self.reasons = verdict.reasons
        documents = zip(facts.documents, verdict.documents).map { document, verdict in
            Document(
                id: document.id, type: document.type, verdict: verdict.verdict, reasons: verdict.reasons,
                files: document.pages.map(File.init))
        }
        undecided = rules.undecided(for: facts)
    }

    /// Checks a submission as if it were submitted now, with the current facts of its files.
    public init(
        of submission: Submission, journey: JourneyDefinition, at moment: Timestamp, in language: Language = .english
    ) {
        self.init(SubmissionFacts(submission, journey: journey, at: moment).withFirstLooks(of: submission), in: language)
    }

    public var allReasons: [Reason] { reasons + documents.flatMap(\.reasons) }

    /// Certain refusals, apart from missing documents.
    public func refusals(beside missing: [Reason]) -> [Reason] {
        func subject(of reason: Reason) -> [String?] {
            [reason.rule.rawValue, reason.documentType?.rawValue, reason.document?.description, reason.page?.description]
        }
        let known = Set(missing.map(subject))
        return allReasons.filter { $0.severity == .refuse && !known.contains(subject(of: $0)) }
    }
}

extension DryRun.File {
    init(_ file: PageFacts) {
        id = file.id
        size = file.size
        digest = file.digest
        mediaType = file.mediaType
        pixels = file.pictures.first
        pages = file.pageCount
        signatures = file.origin.flatMap { $0.checks.isEmpty ? nil : $0.checks }
    }
}
