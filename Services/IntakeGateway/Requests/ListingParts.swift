import Crypto
import HTTPServer
import Shared

/// Reads a listing in parts. Each answer has a cursor for the next one.
///
/// A cursor is a place in one listing. It is bound to filters and order, and invalid with others.
struct ListingParts: Sendable {
    private let address: String
    private let fingerprint: String

    /// - Parameters:
    ///   - listing: Distinguishes listings without filters.
    ///   - conditions: The filters and the order, each in its place.
    ///   - address: The address of the listing.
    init(of listing: String, under conditions: [String], at address: String) {
        let text = ([listing] + conditions).joined(separator: "\u{0}")
        fingerprint = Hex.encode(SHA256.hash(text).prefix(6))
        self.address = address
    }

    /// The place of the request's cursor; nil for the beginning.
    ///
    /// - Throws: ``Problem`` for an invalid cursor, or one of another listing.
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

    /// A part, with the address of the next one.
    func answer(_ items: [some JSONWritable & Sendable], next place: String?, _ query: QueryParameters, limit: Int)
        -> HTTPResponse
    {
        .part(items, next: place.map { link(to: $0, query, limit: limit) })
    }

    /// The address of the part after that place.
    func link(to place: String, _ query: QueryParameters, limit: Int) -> String {
        query.link(from: cursor(to: place), at: address, limit: limit)
    }
}

extension QueryParameters {
    /// The address of the same listing from that cursor on.
    func link(from cursor: String, at address: String, limit: Int) -> String {
        let kept = rawValue.split(at: "&").filter { !$0.hasBytes(atStart: "cursor=") && !$0.hasBytes(atStart: "limit=") }
        return "\(address)?\((kept + ["limit=\(limit)", "cursor=\(cursor)"]).joined(separator: "&"))"
    }
}

extension HTTPResponse {
    /// A listing as a whole.
    static func whole(_ items: [some Encodable & Sendable], status: Int = 200) -> HTTPResponse {
        .resource(Listing(items: items.map { Encoded($0) }, next: nil), status: status)
    }

    /// A part of a listing, with the address of the next one (RFC 8288).
    static func part(_ items: [some JSONWritable & Sendable], next: String?) -> HTTPResponse {
        var headers: HTTPHeaders = [:]
        headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return .resource(Listing(items: items, next: next), headers: headers)
    }
}

extension Problem {
    /// An invalid cursor, or one of another listing.
    static var foreignCursor: Problem {
        let detail = "This cursor does not belong to this listing. Follow the links of its answers, or begin without one."
        return Problem(.invalidParameter, detail: detail, errors: [ProblemItem(parameter: "cursor", detail: detail)])
    }
}
