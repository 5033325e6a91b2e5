public import Jail
public import Shared

extension ContentRefusal {
    /// Why a document's pages cannot be bound, as reasons of the file rules.
    ///
    /// - Throws: A failure if the journey allows the fault, since there is no PDF all the same.
    public func reasons(against document: Document, in journey: JourneyDefinition) throws(ProcessingFailure) -> [Reason] {
        var reasons: [Reason] = []
        if var facts = document.pages.first.flatMap(PageFacts.init), let type = journey.documentType(document.type) {
            facts.add(self)
            reasons = RuleEngine.decoding.reasons(for: facts, of: type, in: DocumentFacts(document), journey: journey)
        }
        guard reasons.contains(where: { $0.severity == .refuse }) else {
            throw ProcessingFailure(code: "binding.refused", isRetriable: false, description: description)
        }
        return reasons
    }
}
