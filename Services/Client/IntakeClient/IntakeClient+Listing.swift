#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// A part of a listing.
public struct SubmissionRows: Sendable, Hashable, Codable {
    public let items: [SubmissionSummary]
    /// The address of the next part; nil after the last.
    public let next: String?
}

extension IntakeClient {
    /// The tenant's submissions that satisfy named filters, just as these filter in memory. `limit` is the length of a
    /// part.
    ///
    /// - Throws: `invalidRequest` for filters that query parameters cannot express.
    public func submissions(
        matching filters: FilterManager<SubmissionFilter> = FilterManager(), order: SubmissionOrder = .newestFirst,
        limit: Int? = nil
    ) async throws(IntakeClientError) -> SubmissionRows {
        guard let parameters = SubmissionQuery.parameters(of: filters) else {
            throw IntakeClientError(
                code: .invalidRequest,
                description: "A listing takes each filter once, as it is or negated. Filter what it gives by the others.")
        }
        var query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" } + ["sort=\(order.rawValue)"]
        if let limit { query.append("limit=\(limit)") }
        return try await answer(request("GET", "/v1/submissions?\(query.joined(separator: "&"))"), as: SubmissionRows.self)
    }

    /// The next part; nil after the last one.
    public func submissions(after rows: SubmissionRows) async throws(IntakeClientError) -> SubmissionRows? {
        guard let next = rows.next else { return nil }
        // Whatever stands before it: what is asked is this client's gateway.
        guard let start = next.firstRange(of: "/v1/submissions?") else {
            throw .unexpected("it does not say where the listing goes on", status: 200)
        }
        return try await answer(request("GET", String(next[start.lowerBound...])), as: SubmissionRows.self)
    }

    /// RFC 3986, section 2.3: encodes all but unreserved characters.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
