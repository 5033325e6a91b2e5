/// Checks a set of rules, and combines their findings into verdicts.
public struct RuleEngine: Sendable {
    /// A class, so that access copies only a reference.
    private final class Scoped<Check: Sendable>: Sendable {
        let check: Check
        let scope: ProcessorScope
        /// An array: these are few, and comparing them is faster than hashing.
        private let mediaTypes: [MediaType]?
        /// Whether the media type alone decides.
        private let isGeneral: Bool

        init(check: Check, scope: ProcessorScope) {
            self.check = check
            self.scope = scope
            mediaTypes = scope.mediaTypes.map { Array($0) }
            isGeneral = scope.journeys == nil && scope.documentTypes == nil && scope.sources == nil
        }

        func admits(_ file: PageFacts, _ document: DocumentFacts, _ journey: JourneyID) -> Bool {
            if let mediaTypes {
                guard let mediaType = file.mediaType, mediaTypes.contains(mediaType) else { return false }
            }
            return isGeneral
                || scope.admits(
                    journey: journey, documentType: document.type, source: document.source, mediaType: file.mediaType)
        }
    }

    private var submissionRules: [Scoped<any SubmissionRule>] = []
    private var documentRules: [Scoped<any DocumentRule>] = []
    private var fileRules: [Scoped<any FileRule>] = []
    /// Whether these are the rules for values read. They apply only to journeys that check them.
    private let isOfReading: Bool

    /// The checks of one checkpoint.
    public init(_ checks: RuleChecks, at checkpoint: Checkpoint) {
        isOfReading = checkpoint == .reading
        for (rule, scope) in checks.checks(at: checkpoint) {
            switch rule {
            case .submission(let rule): submissionRules.append(Scoped(check: rule, scope: scope))
            case .document(let rule): documentRules.append(Scoped(check: rule, scope: scope))
            case .file(let rule): fileRules.append(Scoped(check: rule, scope: scope))
            }
        }
    }

    public var rules: [any Rule] {
        submissionRules.map { $0.check as any Rule } + documentRules.map { $0.check as any Rule }
            + fileRules.map { $0.check as any Rule }
    }

    // MARK: - Findings

    /// All findings: first of the submission as a whole, then of each document.
    public func findings(for facts: SubmissionFacts) -> [Finding] {
        guard !isOfReading || facts.journey.reading == .check else { return [] }
        var findings: [Finding] = []
        let policies = Policies(facts.journey)
        for entry in submissionRules where entry.scope.admits(journey: facts.journey.id) {
            let policy = policies.policy(of: entry.check)
            guard policy != .allow else { continue }
            for finding in entry.check.findings(for: facts) {
                if let finding = finding.under(policy) { findings.append(finding) }
            }
        }
        for document in facts.documents where document.settled == nil {
            guard let type = facts.journey.documentType(document.type) else { continue }
            var document = document
            if !isOfReading, document.reading != nil { document.reading = nil }
            check(document, of: type, facts, policies, into: &findings)
        }
        return findings
    }

    private func check(
        _ document: DocumentFacts, of type: DocumentType, _ facts: SubmissionFacts, _ policies: Policies,
        into findings: inout [Finding]
    ) {
        for entry in documentRules
        where entry.scope.admits(journey: facts.journey.id, documentType: type.id, source: document.source) {
            guard let finding = entry.check.finding(for: document, of: type, today: facts.today),
                let judged = finding.under(policies.policy(of: entry.check))
            else { continue }
            findings.append(judged.of(document))
        }
        for file in document.pages {
            for entry in fileRules
            where entry.check.applies(to: type) && entry.admits(file, document, facts.journey.id) {
                guard let finding = entry.check.finding(for: file, of: type),
                    let judged = finding.under(policies.policy(of: entry.check))
                else { continue }
                findings.append(judged.of(document, page: file.id))
            }
        }
    }

    /// The rules that could not yet decide on some file of these documents, in the order of the rules.
    public func undecided(for facts: SubmissionFacts) -> [RuleID] {
        let policies = Policies(facts.journey)
        let aboutDocuments = documentRules.filter { entry in
            policies.policy(of: entry.check) != .allow
                && facts.documents.contains { document in
                    document.settled == nil
                        && entry.scope.admits(
                            journey: facts.journey.id, documentType: document.type, source: document.source)
                        && !entry.check.canDecide(on: document)
                }
        }.map(\.check.id)
        let aboutFiles = fileRules.filter { entry in
            policies.policy(of: entry.check) != .allow
                && facts.documents.contains { document in
                    document.settled == nil
                        && facts.journey.documentType(document.type).map(entry.check.applies(to:)) ?? true
                        && document.pages.contains { file in
                            entry.scope.admits(
                                journey: facts.journey.id, documentType: document.type, source: document.source,
                                mediaType: file.mediaType) && !entry.check.canDecide(on: file)
                        }
                }
        }.map(\.check.id)
        return aboutDocuments + aboutFiles
    }

    // MARK: - Reasons

    /// All reasons, in English.
    public func reasons(for facts: SubmissionFacts) -> [Reason] { findings(for: facts).map { Reason($0, of: facts.journey) } }

    /// The verdict on the submission and on each document. Includes the reasons of earlier verdicts that stand.
    public func verdict(on facts: SubmissionFacts) -> SubmissionVerdict {
        let settled = facts.documents.flatMap { $0.settled ?? [] }
        return SubmissionVerdict(sorting: settled + reasons(for: facts), under: facts.documents.map(\.id))
    }

    /// The reasons of the file rules for one file in a document of a journey.
    public func reasons(
        for file: PageFacts, of type: DocumentType, in document: DocumentFacts, journey: JourneyDefinition
    ) -> [Reason] {
        let policies = Policies(journey)
        return fileRules.compactMap { entry in
            guard entry.check.applies(to: type),
                entry.scope.admits(
                    journey: journey.id, documentType: type.id, source: document.source, mediaType: file.mediaType)
            else { return nil }
            return entry.check.finding(for: file, of: type)?.under(policies.policy(of: entry.check))
                .map { Reason($0.of(document, page: file.id)) }
        }
    }
}

/// The policies of a journey. Most journeys have none, and are looked up without hashing.
private struct Policies {
    private let journey: JourneyDefinition
    private let isSilent: Bool

    init(_ journey: JourneyDefinition) {
        self.journey = journey
        isSilent = journey.rules.isEmpty
    }

    func policy(of rule: some Rule) -> RulePolicy { isSilent ? rule.policy : journey.policy(of: rule) }
}

// MARK: - The sets of rules

extension RuleEngine {
    /// Rules for a file that has arrived.
    public static let onArrival = RuleEngine(.standard, at: .arrival)

    /// Rules for a submission that is about to be submitted.
    public static let completeness = RuleEngine(.standard, at: .completeness)

    /// All rules for examined files.
    public static let validation = RuleEngine(.standard, at: .validation)

    /// Rules for faults that show only while pages are made.
    public static let decoding = RuleEngine(.standard, at: .decoding)

    /// Rules for documents that were read.
    public static let reading = RuleEngine(.standard, at: .reading)
}
