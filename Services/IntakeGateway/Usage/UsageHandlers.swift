import Domain
import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/usage`: a tenant's days and their sums, and what is left of its quotas.
struct UsageHandlers: Sendable {
    let gateway: GatewayServices

    func report(_ call: Call) async throws -> HTTPResponse {
        let period = try UsagePeriod(call.request.query, today: CalendarDate(gateway.now(), in: .utc))
        let report = try await gateway.usage.report(of: call.tenant, from: period.first, to: period.last)
        var answer: [String: JSONValue] = [
            "tenant": .string(call.tenant.rawValue), "from": .string(period.first.description),
            "to": .string(period.last.description), "items": .array(report.days.map { .object($0.json) }),
            "totals": .object(report.totals.json),
        ]
        if call.tenant.isSandbox { answer["test"] = true }
        let (uses, renewsAt) = try await gateway.monthlyQuotas.uses(of: call.tenant)
        if !uses.isEmpty {
            answer["quotas"] = .array(uses.map { .object($0.json) })
            answer["renewsAt"] = .string(renewsAt.description)
        }
        return .bytes(
            JSON.bytes(of: JSONValue.object(answer)), contentType: "application/json", headers: HTTPResponse.privateHeaders)
    }
}

/// The days that are asked for.
struct UsagePeriod: Hashable {
    let first: CalendarDate
    let last: CalendarDate

    /// This month until today, unless told; as many days as are told at once where `from` is longer ago.
    init(_ query: QueryParameters, today: CalendarDate) throws(Problem) {
        var faults = QueryFaults(query, known: ["from", "to"])
        let from = faults.day("from")
        let to = faults.day("to")
        last = to ?? from.map { min(max($0, today), $0.adding(days: UsageReport.mostDays - 1)) } ?? today
        first = from ?? CalendarDate(year: last.year, month: last.month, day: 1) ?? last
        let days = first.days(until: last)
        if days < 0 { faults.note("to", "is before `from`") }
        if days >= UsageReport.mostDays { faults.note("to", "is more than \(UsageReport.mostDays - 1) days after `from`") }
        try faults.check("The usage cannot be asked for like this; `errors` says why.")
    }
}

extension QueryFaults {
    fileprivate mutating func day(_ name: String) -> CalendarDate? { read(name, "a day such as 2026-10-31") { CalendarDate($0) } }
}

extension UsageReport.Day {
    fileprivate var json: [String: JSONValue] {
        counts.json.merging(["day": .string(day.description), "final": .boolean(isFinal)]) { $1 }
    }
}

extension MonthlyQuotaUse {
    fileprivate var json: [String: JSONValue] {
        [
            "quota": .string(quota.rawValue), "limit": .number(Double(limit)), "used": .number(Double(used)),
            "left": .number(Double(left)),
        ]
    }
}

extension UsageCounts {
    fileprivate var json: [String: JSONValue] {
        [
            "submissions": .number(Double(submissions)), "files": .number(Double(files)), "bytes": .number(Double(bytes)),
            "pagesMade": .number(Double(pagesMade)), "pagesRead": .number(Double(pagesRead)),
            "readingMilliseconds": .number(Double(readingMilliseconds)),
        ]
    }
}
