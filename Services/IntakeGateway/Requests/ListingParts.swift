import Crypto
import HTTPServer
import Shared

/// How a listing is read part by part: each answer names the next one, by a cursor.
///
/// A cursor is a place in one listing, and names the filters and the order that it was made under: under others it means nothing.
struct ListingParts: Sendable {
    private let address: String
    private let fingerprint: String

    /// - Parameters:
    ///   - listing: Tells listings apart that have nothing to filter.
    ///   - conditions: The filters and the order, each in its place.
    ///   - address: Where the listing is.
    init(of listing: String, under conditions: [String], at address: String) {
        let text = ([listing] + conditions).joined(separator: "\u{0}")
        fingerprint = Hex.encode(SHA256.hash(text).prefix(6))
        self.address = address
    }

    /// The place that the request names by its cursor; nil for the beginning.
    ///
    /// - Throws: ``Problem`` for what is no cursor, or one of another listing.
    func place<Place>(in query: QueryParameters, _ read: (String) -> Place?) throws(Problem) -> Place? {
        guard let text = query["cursor"] else { return nil }
        guard text.utf8.count <= 256, let bytes = Base64URL.decode(text) else { throw .foreignCursor }
        let parts = String(decoding: bytes, as: UTF8.self).split(at: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSameBytes(as: fingerprint), let place = read(String(parts[0])) else {
            throw .foreignCursor
        }
        return place
    }

    func cursor(to place: String) -> String { Base64URL.encode(Array("\(place)/\(fingerprint)".utf8)) }

    /// One part, and where the next one is.
    func answer(_ items: [some JSONWritable & Sendable], next place: String?, _ query: QueryParameters, limit: Int)
        -> HTTPResponse
    {
        .part(items, next: place.map { link(to: $0, query, limit: limit) })
    }

    /// Where the part after that place is.
    func link(to place: String, _ query: QueryParameters, limit: Int) -> String {
        query.link(from: cursor(to: place), at: address, limit: limit)
    }
}

extension QueryParameters {
    /// The same listing from that cursor on.
    func link(from cursor: String, at address: String, limit: Int) -> String {
        let kept = rawValue.split(at: "&").filter { !$0.hasBytes(atStart: "cursor=") && !$0.hasBytes(atStart: "limit=") }
        return "\(address)?\((kept + ["limit=\(limit)", "cursor=\(cursor)"]).joined(separator: "&"))"
    }
}

extension HTTPResponse {
    /// A listing that comes as a whole.
    static func whole(_ items: [some Encodable & Sendable], status: Int = 200) -> HTTPResponse {
        .resource(Listing(items: items.map { Encoded($0) }, next: nil), status: status)
    }

    /// One part of a listing, and where the next one is (RFC 8288).
    static func part(_ items: [some JSONWritable & Sendable], next: String?) -> HTTPResponse {
        var headers: HTTPHeaders = [:]
        headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return .resource(Listing(items: items, next: next), headers: headers)
    }
}

extension Problem {
    /// What is no cursor, or one of another listing.
    static var foreignCursor: Problem {
        let detail = "This cursor does not belong to this listing. Follow the links of its answers, or begin without one."
        return Problem(.invalidParameter, detail: detail, errors: [ProblemItem(parameter: "cursor", detail: detail)])
    }
}
