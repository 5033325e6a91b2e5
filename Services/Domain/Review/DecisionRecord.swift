public import Shared

/// A stored decision, or a part of one, in the form of the request.
public struct DecisionRecord: Sendable, Hashable, Codable {
    public struct Judgement: Sendable, Hashable, Codable {
        public enum Word: String, Sendable, Hashable, Codable, CaseIterable {
            case accepted, refused
        }

        /// Nil before a decision.
        public var verdict: Word?
        /// For the person.
        public var message: String?
        public var reason: ReviewReason?

        public init(verdict: Word? = nil, message: String? = nil, reason: ReviewReason? = nil) {
            (self.verdict, self.message, self.reason) = (verdict, message, reason)
        }
    }

    /// By document id.
    public var documents: [String: Judgement]
    public var note: String?
    public var final: Bool?

    public init(documents: [String: Judgement] = [:], note: String? = nil, final: Bool? = nil) {
        (self.documents, self.note, self.final) = (documents, note, final)
    }

    public init(_ decision: ReviewDecision) {
        let documents = decision.judgements.map { document, judgement in
            switch judgement {
            case .accept: (document.description, Judgement(verdict: .accepted))
            case .refuse(let words, let reason):
                (document.description, Judgement(verdict: .refused, message: words, reason: reason))
            }
        }
        self.init(
            documents: Dictionary(uniqueKeysWithValues: documents), final: decision.isFinal ? true : nil)
    }

    /// Nil for a part of a decision.
    public var decision: ReviewDecision? {
        var judgements: [DocumentID: ReviewDecision.Judgement] = [:]
        for (name, judgement) in documents {
            guard let id = DocumentID(name) else { return nil }
            switch judgement.verdict {
            case .accepted?: judgements[id] = .accept
            case .refused?: judgements[id] = .refuse(judgement.message, because: judgement.reason)
            case nil: return nil
            }
        }
        return ReviewDecision(judgements, isFinal: final ?? false)
    }
}
