import Domain
import HTTPServer
import Shared

/// Reads a decision, or a part of one, from a request.
enum DecisionReader {
    /// `{"documents": {"ID": {"verdict": "accepted"}, "ID": {"verdict": "refused", "message"?: "for the person", "reason"?: "unreadable"}},
    /// "note"?: "for the audit trail", "final"?: true, "holdFor"?: 10}`
    struct Request {
        let decision: ReviewDecision
        let note: String?
        /// In seconds.
        let holdFor: Int
    }

    static func decision(_ object: RequestObject) throws(Problem) -> Request {
        var object = object
        let holdFor = object.optionalInteger("holdFor", in: HeldDecision.allowed) ?? 0
        let record = read(&object, isPart: false)
        try object.finish()
        guard let decision = record.decision else { throw .internalError }
        return Request(decision: decision, note: record.note, holdFor: holdFor)
    }

    /// A partial decision: each member may be missing.
    static func draft(_ object: RequestObject) throws(Problem) -> DecisionRecord {
        var object = object
        let record = read(&object, isPart: true)
        try object.finish()
        return record
    }

    private static func read(_ object: inout RequestObject, isPart: Bool) -> DecisionRecord {
        var record = DecisionRecord()
        record.note = object.optionalString("note", maximum: ReviewDecision.maximumNoteLength)
        record.final = object.optionalBoolean("final")
        if isPart, !object.contains("documents") { return record }
        let judgements = object.objects("documents", maximumCount: CountRange.limit) { id, entry in
            (DocumentID(id), judgement(&entry, isPart: isPart))
        }
        for (name, (id, judgement)) in judgements {
            guard let id else {
                object.fault("documents", "“\(name.prefix(64))” is not the id of a document.", rule: "identifier")
                continue
            }
            if record.documents.updateValue(judgement, forKey: id.description) != nil {
                object.fault("documents", "The document \(id) is judged twice.", rule: "decision")
            }
        }
        return record
    }

    private static func judgement(_ entry: inout RequestObject, isPart: Bool) -> DecisionRecord.Judgement {
        let word =
            isPart
            ? entry.choice("verdict", of: DecisionRecord.Judgement.Word.self)
            : entry.requiredChoice("verdict", of: DecisionRecord.Judgement.Word.self)
        let message = entry.optionalString("message", maximum: ReviewDecision.maximumWordsLength)
        let reason = entry.choice("reason", of: ReviewReason.self)
        if !isPart, word == .accepted {
            if message != nil { entry.fault("message", "Only a refusal comes with a message.", rule: "decision") }
            if reason != nil { entry.fault("reason", "Only a refusal comes with a reason.", rule: "decision") }
        }
        return DecisionRecord.Judgement(verdict: word, message: message, reason: reason)
    }
}
