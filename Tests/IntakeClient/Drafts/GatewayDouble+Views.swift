import FoundationEssentials
import Shared

@testable import IntakeClient

// What it shows of what it holds.

extension GatewayDouble {
    func missing(_ state: State, consent: String?) -> [MissingView] {
        guard state.submission.allowsChanges else { return [] }
        let documents = state.documents.map { document in
            DocumentFacts(
                id: document.id, type: document.new.type, issueDate: document.new.issueDate.map(StatedDate.day) ?? .absent,
                period: document.new.period, source: document.new.source,
                pages: document.pages.map { PageFacts(id: $0.id, size: $0.bytes.count, mediaType: .png) },
                expiryDate: document.new.expiryDate.map(StatedDate.day) ?? .absent)
        }
        let facts = SubmissionFacts(
            journey: journey, documents: documents,
            today: CalendarDate(daysSinceEpoch: Int(Date().timeIntervalSince1970 / 86_400)), consent: consent ?? state.consent)
        return RuleEngine.completeness.reasons(for: facts).filter { $0.severity == .refuse }.map(MissingView.init)
    }

    func view(_ state: State, _ status: Int = 200) -> GatewayResponse {
        let missing = missing(state, consent: nil)
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        return Self.json(
            status,
            SubmissionView(
                id: state.submissions.last ?? .random(), journey: journey.id, state: state.submission, version: state.version,
                test: nil, subject: nil, reference: nil, locale: nil, metadata: nil, returnUrl: nil,
                consent: state.consent.map { GivenConsent(version: $0, at: moment) }, createdAt: moment, updatedAt: moment,
                submittedAt: nil, expiresAt: nil, isValid: state.submission.allowsChanges && missing.isEmpty, missing: missing,
                progress: nil, reasons: [], documents: state.documents.map(Self.view)))
    }

    var journeyView: JourneyView {
        JourneyView(
            id: journey.id, title: journey.title, summary: journey.summary, documents: journey.documents,
            documentTypes: journey.documentTypes, consent: journey.consent, rules: journey.rules, timeZone: journey.timeZone)
    }

    static func view(of document: StoredDocument) -> DocumentView {
        DocumentView(
            id: document.id, type: document.new.type, issueDate: document.new.issueDate, expiryDate: document.new.expiryDate,
            periodStart: document.new.periodStart, periodEnd: document.new.periodEnd, source: document.new.source,
            state: document.state, verdict: nil, reasons: [],
            pages: document.pages.map(view), pdf: nil)
    }

    static func view(of page: StoredPage) -> PageView {
        PageView(
            id: page.id, mediaType: .png, size: page.bytes.count, digest: page.digest, pages: nil, rotation: page.rotation,
            crop: page.crop,
            state: .received, preview: nil, images: [], suggestion: nil)
    }

    static func encoded(_ value: some Encodable) -> [UInt8] { (try? CanonicalJSON.encode(value)) ?? [] }

    static func json(_ status: Int, _ value: some Encodable) -> GatewayResponse {
        GatewayResponse(status: status, headers: ["content-type": "application/json"], body: encoded(value))
    }

    static func json(_ status: Int, _ text: String) -> GatewayResponse {
        GatewayResponse(status: status, headers: ["content-type": "application/json"], body: Array(text.utf8))
    }

    static func problem(_ status: Int, _ type: String, detail: String = "No.") -> GatewayResponse {
        json(status, #"{"type":"/problems/\#(type)","title":"No","status":\#(status),"detail":"\#(detail)"}"#)
    }
}
