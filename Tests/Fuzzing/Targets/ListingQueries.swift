import Domain
import Shared

@testable import HTTPServer
@testable import IntakeGateway
@testable import PostgresStore

/// Filters, orders, limits and cursors of every listing. What must hold: filters read back as they are written; a cursor leads to
/// the place that it was made for, and only in its own listing; what is wrong is the client's fault, and is named.
enum ListingQueries: FuzzTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let cursor = SubmissionCursor(text) { precondition(SubmissionCursor(cursor.description) == cursor) }
        guard let query = try? QueryParameters(text) else { return }
        submissions(query)
        do throws(Problem) {
            let limit = try query.integer("limit", in: 1...500)
            precondition(limit.map { (1...500).contains($0) } ?? true)
            let filter = try AuditQuery.filter(query)
            precondition(filter.actions.count <= 50)
        } catch {
            precondition(error.isOfTheRequest)
        }
        do throws(Problem) { _ = try DeliveryHandlers.filter(query) } catch { precondition(error.isOfTheRequest) }
    }

    private static func submissions(_ query: QueryParameters) {
        do throws(Problem) {
            let filters = try SubmissionListing.filters(query)
            let order = try query.choice("sort", SubmissionOrder.self) ?? .newestFirst
            guard let written = SubmissionQuery.parameters(of: filters) else { preconditionFailure("parameters say all of it") }
            let again = try? SubmissionQuery.filters(from: written)
            precondition(again == filters, "filters read back as they are written")
            let conditions = SubmissionListing.fingerprinted(filters, order)
            let parts = ListingParts(of: "submissions", under: conditions, at: "/v1/submissions")
            if let place = try parts.place(in: query, { SubmissionCursor($0) }) {
                // What the store makes of it.
                _ = place.moment.date
                precondition(SubmissionCursor(place.description) == place)
                let others = ListingParts(of: "audit", under: conditions, at: "/v1/audit")
                precondition((try? others.place(in: query) { SubmissionCursor($0) }) == nil, "a cursor of another listing")
            }
        } catch {
            precondition(error.isOfTheRequest && !error.errors.isEmpty)
        }
    }

    static var seeds: [[UInt8]] {
        let id = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"
        let texts = [
            "journey=identity&state=draft,needs_input&not.documentType=passport&limit=‹50›&sort=-createdAt",
            "createdAfter=‹2026›-‹10›-‹31›&createdBefore=‹2026›-‹10›-‹31›T‹09›:‹05›:‹07›.‹123›Z&reference=a%20b&subject=p",
            "submission=\(id)&actor=user:jane&action=a,b&after=2026-10-31T09:05:07+‹14›:‹00›&before=2026-10-31T09:05:07Z",
            "endpoint=\(id)&state=given_up&since=2026-10-31T09:05:07Z&cursor=\(id)&limit=‹1›", "‹1793437507123›.\(id)",
        ].flatMap(HostileNumbers.seeds)
        let filters = FilterManager<SubmissionFilter>()
        let parts = ListingParts(
            of: "submissions", under: SubmissionListing.fingerprinted(filters, .newestFirst), at: "/v1/submissions")
        let cursors = HostileNumbers.texts.map { number in
            Array("cursor=\(parts.cursor(to: "\(number).\(id)"))".utf8)
        }
        return texts + cursors
    }
}
