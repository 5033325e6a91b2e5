import Domain
import PostgresStore
import Shared

@testable import HTTPServer
@testable import IntakeGateway

/// The JSON body of every route that takes one, and the forms of the page, which stand for such bodies. What must hold: what a
/// handler is given lies within the bounds that are told to clients; whatever is wrong is the client's fault, and says where it is.
enum JSONBodies: FuzzTarget {
    private static let today = CalendarDate(daysSinceEpoch: 20_757)
    private static let journeys = JourneyRegistry.builtIn
    private static let journey = journeys.offered[0]

    private static let routes = 12

    private static func policy(of principal: Principal) -> ContactPolicy {
        ContactPolicy(principal: principal, returnHosts: ReturnHosts())
    }

    /// What a route makes of its body.
    private static func read(_ object: RequestObject, by route: Int) throws(Problem) {
        switch route {
        case 0:
            let new = try NewSubmission(
                reading: object, journeys: journeys, under: policy(of: Principal(tenant: "tenant", actor: "key:a")))
            precondition(new.faults.isEmpty && new.metadata?.count ?? 0 <= NewSubmission.maximumMetadataEntries)
            precondition((try? CanonicalJSON.encode(new)) != nil, "what is taken can be kept")
        case 1:
            let person = Principal(
                tenant: "tenant", actor: "user:person", permissions: Role.person.permissions, subject: "person",
                verifiedEmail: "a@example.org")
            let new = try NewSubmission(reading: object, journeys: journeys, under: policy(of: person))
            precondition(new.contact?.email == nil || new.contact?.email == "a@example.org", "mail goes to nobody else")
            precondition(new.subject == "person", "what a person opens is theirs")
        case 2:
            let new = try NewDocument(reading: object, in: journey, today: today)
            precondition(journey.documentType(new.type) != nil && new.issueDate.map { $0 <= today } ?? true)
        case 3:
            let patch = try DocumentPatch(reading: object, in: journey, today: today)
            precondition((patch.issueDate ?? nil).map { $0 <= today } ?? true)
        case 4:
            let pages = try [PageID](reading: object)
            precondition(pages.count <= CountRange.limit)
        case 5: _ = try PagePatch(reading: object)
        case 6:
            let request = try DecisionReader.decision(object)
            precondition(request.note.map { $0.unicodeScalars.count <= ReviewDecision.maximumNoteLength } ?? true)
        case 7:
            let lifetime = try LinkHandlers.read(object).lifetime
            precondition(LinkHandlers.lifetimes.contains(lifetime))
        case 8:
            let new = try NewWebhookEndpoint(reading: object, of: "tenant", offered: .builtIn, allowsPrivate: false)
            precondition(Set(new.events).count == new.events.count && new.url.lowercased().hasPrefix("https://"))
        case 9: _ = try WebhookEndpointChange(reading: object, offered: .builtIn, allowsPrivate: true)
        case 10:
            let overlap = try EndpointRotation(reading: object).overlap
            precondition(WebhookEndpointStore.overlaps.contains(overlap))
        default: _ = try EndpointRecovery(reading: object).since.date
        }
    }

    /// The first byte says which route it is, and whether JSON follows, or a plan of it that has always a shape.
    static func run(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let rest = Array(input.dropFirst())
        let bytes: [UInt8]
        if first & 0x80 == 0 {
            bytes = rest
        } else {
            var plan = JSONPlan(rest[...], names: names, texts: texts)
            bytes = JSON.bytes(of: plan.object())
        }
        told { () throws(Problem) in try read(try RequestObject.parse(bytes), by: Int(first & 0x7F) % routes) }
        told { () throws(Problem) in _ = try SubmissionHandlers.consent(reading: bytes) }
        told { () throws(Problem) in
            let form = try BrowserForm(bytes)
            guard !form.body.isEmpty else { return }
            _ = try RequestObject.parse(form.body)
        }
    }

    private static func told(_ read: () throws(Problem) -> Void) {
        do throws(Problem) {
            try read()
        } catch {
            precondition(error.isOfTheRequest, "a request is answered as if the server were at fault")
            for fault in error.errors {
                precondition(fault.pointer.map { $0.isEmpty || $0.hasPrefix("/") } ?? true && !fault.detail.isEmpty)
            }
        }
    }

    private static let names = [
        "journey", "subject", "reference", "locale", "contact", "email", "pushToken", "metadata", "returnUrl", "consent", "type",
        "issueDate", "periodStart", "periodEnd", "source", "pages", "rotation", "note", "final", "documents", "verdict",
        "message", id, "purpose", "lifetime", "url", "name", "events", "signature", "enabled", "overlap", "since", "~/",
    ]
    private static let id = UploadModel.document.description
    private static let texts = [
        journey.id.rawValue, journey.documentTypes[0].id.rawValue, "camera", "accepted", "refused", id, "upload", "status", "v1",
        "v1a", "2026-10-31", "0000-00-00", "2026-10-31T09:05:07Z", "https://example.org/hook", "https://[::1]:65536/", "en",
        "a@example.org", "com.docket.submission.accepted.v1", "", "\u{600}<", "e\u{301}", "\u{0}", "9223372036854775808",
    ]

    static var seeds: [[UInt8]] {
        let type = journey.documentTypes[0].id
        let bodies = [
            "{\"journey\":\"\(journey.id)\",\"subject\":\"p\",\"contact\":{\"email\":\"a@example.org\"},\"metadata\":{\"a\":\"b\"},"
                + "\"returnUrl\":\"https://example.org/‹1›\",\"locale\":\"en\",\"consent\":\"‹1›\"}",
            "{\"journey\":\"\(journey.id)\",\"subject\":\"person\",\"reference\":‹1›}",
            "{\"type\":\"\(type)\",\"issueDate\":\"‹2026›-‹10›-‹31›\",\"periodStart\":\"2026-01-‹01›\","
                + "\"periodEnd\":\"2026-03-31\",\"source\":\"camera\"}",
            "{\"issueDate\":null,\"periodStart\":null,\"periodEnd\":null,\"source\":null}", "{\"pages\":[\"\(id)\",‹1›]}",
            "{\"rotation\":‹90›}",
            "{\"documents\":{\"\(id)\":{\"verdict\":\"refused\",\"message\":\"no\"}},\"note\":\"n\",\"final\":true}",
            "{\"purpose\":\"upload\",\"lifetime\":‹3600›}",
            "{\"url\":\"https://example.org:‹443›/hook\",\"events\":[\"com.docket.submission.accepted.v‹1›\"],\"signature\":\"v1\"}",
            "{\"url\":\"http://127.0.0.‹1›:‹80›/\",\"enabled\":false,\"name\":null}",
            "{\"overlap\":‹86400›,\"signature\":\"v1a\"}",
            "{\"since\":\"‹2026›-10-31T‹09›:05:07.‹5›Z\"}",
        ]
        let noise = (0..<200).map { (index: Int) -> UInt8 in UInt8(truncatingIfNeeded: index * 37) }
        let shaped = [0, 6, 8].map { (route: UInt8) -> [UInt8] in [0x80 | route] + noise }
        let odd = [
            "{\"a\":‹1›e‹400›,\"b\":-‹0›.‹5›}", String(repeating: "[", count: 600), String(repeating: "{\"a\":", count: 600),
            "\u{FEFF}{}",
            "do=add&type=\(type)&issueDate=2026-10-31&periodStart=%2", "do=change&issueDate=&periodEnd=", "do=submit&consent=‹1›",
        ]
        let plain = bodies.enumerated().flatMap { index, body in HostileNumbers.seeds(body).map { [UInt8(index)] + $0 } }
        return plain + shaped + odd.flatMap(HostileNumbers.seeds).map { [0] + $0 }
    }
}
