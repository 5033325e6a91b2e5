public import Domain
public import FoundationEssentials
public import HTTPClient

extension DeliveryTry {
    /// The stored headers of a request. The signature is not among them.
    private static let keptOfRequest = ["content-type", "webhook-id", "webhook-timestamp"]
    private static let keptOfResponse = [
        "content-type", "date", "location", "retry-after", "server", "via", "x-request-id", "www-authenticate",
    ]
    /// The limits of a header's value and of an answer's body, in bytes.
    private static let valueLimit = 200
    public static let excerptLimit = 1000

    /// The stored part of an exchange. `excerptLimit` bounds the answer's body, in bytes.
    public init(
        _ request: ClientRequest, _ response: ClientResponse?, beganAt: Date, duration: Duration,
        excerptLimit: Int = Self.excerptLimit
    ) {
        var size = 0
        if case .bytes(let bytes) = request.body { size = bytes.count }
        self.init(
            beganAt: beganAt, duration: duration,
            request: Request(
                target: Redaction.address(request.url), headers: Self.kept(Self.keptOfRequest, of: request.headers), size: size),
            response: response.map {
                Response(
                    address: $0.remoteAddress, headers: Self.kept(Self.keptOfResponse, of: $0.headers),
                    excerpt: Redaction.excerpt($0.body, limit: excerptLimit), size: $0.body.count)
            })
    }

    private static func kept(_ names: [String], of headers: ClientHeaders) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                headers[name].map { (name, Redaction.excerpt(Array($0.utf8), limit: valueLimit)) }
            })
    }
}
