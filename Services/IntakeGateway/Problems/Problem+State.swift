import HTTPServer
import Shared

extension Problem {
    /// RFC 6750, section 3.
    static func unauthenticated(_ detail: String) -> Problem {
        Problem(.unauthenticated, detail: detail, headers: ["WWW-Authenticate": "Bearer"])
    }

    /// A session that has ended.
    static var sessionOver: Problem { .unauthenticated("Your session is over. Sign in again.") }

    /// Identified, but without the permission. RFC 6750, section 3.1.
    static func forbidden(_ detail: String) -> Problem {
        Problem(.forbidden, detail: detail, headers: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\""])
    }

    /// The answer for an unknown id and for another tenant's: the same bytes.
    static var notFound: Problem {
        Problem(.notFound, detail: "Nothing was found under this address. Check the ids in it.")
    }

    static func notReady(_ what: String) -> Problem {
        Problem(.notReady, detail: "\(what) is not there yet: it is made while the submission is processed. Ask again shortly.")
    }

    static var quarantined: Problem {
        Problem(
            .quarantined,
            detail: "Malware was found in this file. It is kept, and given to nobody; the document's reasons name what was found."
        )
    }

    static func unknownJourney(known: [JourneyID]) -> Problem {
        Problem(
            .unknownJourney, detail: "Use one of \(known.map(\.rawValue).joined(separator: ", ")).",
            errors: [ProblemItem(pointer: "/journey", detail: "No journey of this name is offered.", rule: "journey")],
            members: ["accepted": .strings(known.map(\.rawValue))])
    }

    static func unknownDocumentType(in journey: JourneyDefinition) -> Problem {
        let known = journey.documentTypes.map(\.id.rawValue)
        return Problem(
            .unknownDocumentType, detail: "The journey “\(journey.id)” asks for \(known.joined(separator: ", ")).",
            errors: [ProblemItem(pointer: "/type", detail: "The journey has no document type of this name.", rule: "type")],
            members: ["accepted": .strings(known)])
    }

    static func dateInFuture(today: CalendarDate) -> Problem {
        let detail = "Give the day that is printed on the document; today is \(today)."
        return Problem(
            .dateInFuture, detail: detail, errors: [ProblemItem(pointer: "/issueDate", detail: detail, rule: "date-in-future")])
    }

    static func tooManyDocuments(limit: Int) -> Problem {
        Problem(
            .tooManyDocuments, detail: "At most \(limit) are taken. Remove one first, or change one that is there.",
            members: ["limit": .integer(limit)])
    }

    static func tooManyPages(limit: Int) -> Problem {
        Problem(
            .tooManyPages, detail: "At most \(limit) pages are taken for this document. Remove one first, or replace one.",
            members: ["limit": .integer(limit)])
    }

    static func incomplete(_ missing: [MissingItem]) -> Problem {
        let count = missing.count == 1 ? "One thing is" : "\(missing.count) things are"
        return Problem(
            .incomplete, detail: "\(count) missing; `reasons` says which. Nothing was submitted.",
            members: ["reasons": .array(missing.map(\.problemValue))])
    }

    static func notADraft(_ state: SubmissionState) -> Problem {
        let advice =
            state.isFinal
            ? "It has ended; create a new one." : "Wait for its outcome, or withdraw it and create a new one."
        return Problem(
            .notADraft, detail: "The submission is “\(state.rawValue)”. \(advice)", members: ["state": .string(state.rawValue)])
    }

    /// For a document that was not reopened, in an open submission.
    static func documentClosed(_ state: DocumentState) -> Problem {
        Problem(
            .notADraft,
            detail: "The document is “\(state.rawValue)”. Only documents that were refused and reopened can be changed now.",
            members: ["state": .string(state.rawValue)])
    }
}
