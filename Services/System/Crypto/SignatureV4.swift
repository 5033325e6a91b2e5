import Glibc
import Shared

/// AWS Signature Version 4 in the `Authorization` header, for S3 and compatible servers (Amazon S3 API Reference,
/// "Authenticating Requests: Using the Authorization Header").
public struct SignatureV4: Sendable {
    /// The credentials that sign. Printing them shows no secret.
    public struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
        public let accessKey: String
        fileprivate let secretKey: String
        fileprivate let sessionToken: String?

        /// `sessionToken` belongs to temporary credentials.
        public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
            (self.accessKey, self.secretKey, self.sessionToken) = (accessKey, secretKey, sessionToken)
        }

        public var description: String { "[credentials]" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// The signed parts of a request.
    public struct Request: Sendable {
        public var method: String
        /// The path as it is sent: escaped by ``SignatureV4/escaped(_:keepsSlashes:)``.
        public var path: String
        /// Not escaped, in any order.
        public var query: [(name: String, value: String)]
        /// All of them are signed; `host` must be among them.
        public var headers: [(name: String, value: String)]
        /// SHA-256 of the body in lower-case hexadecimal digits, or `UNSIGNED-PAYLOAD`.
        public var payloadDigest: String

        public init(
            method: String, path: String, query: [(name: String, value: String)] = [],
            headers: [(name: String, value: String)], payloadDigest: String
        ) {
            (self.method, self.path, self.query, self.headers) = (method, path, query, headers)
            self.payloadDigest = payloadDigest
        }
    }

    private let credentials: Credentials
    private let region: String
    private let service: String

    public init(credentials: Credentials, region: String, service: String) {
        (self.credentials, self.region, self.service) = (credentials, region, service)
    }

    /// The headers to add to the request; `moment` is in seconds since 1970. Servers accept them for 15 minutes.
    public func headers(for request: Request, at moment: Int) -> [(name: String, value: String)] {
        let time = Self.timestamp(moment)
        var added = [(name: "x-amz-date", value: time)]
        if let token = credentials.sessionToken { added.append((name: "x-amz-security-token", value: token)) }
        let signed = Self.canonical(request.headers + added)
        let names = signed.map(\.name).joined(separator: ";")
        let canonicalRequest = [
            request.method, request.path, Self.canonicalQuery(request.query),
            signed.map { "\($0.name):\($0.value)\n" }.joined(), names, request.payloadDigest,
        ].joined(separator: "\n")
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let text = ["AWS4-HMAC-SHA256", time, scope, Hex.encode(SHA256.hash(canonicalRequest))].joined(separator: "\n")
        let signature = Hex.encode(HMACSHA256.authenticate(Array(text.utf8), key: signingKey(day: String(time.prefix(8)))))
        added.append(
            (
                name: "Authorization",
                value:
                    "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
            ))
        return added
    }

    private func signingKey(day: String) -> [UInt8] {
        [day, region, service, "aws4_request"].reduce(Array("AWS4\(credentials.secretKey)".utf8)) { key, part in
            HMACSHA256.authenticate(Array(part.utf8), key: key)
        }
    }

    /// The query in the form that is signed and must be sent: escaped, then sorted.
    public static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
        query.map { (name: escaped($0.name), value: escaped($0.value)) }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// Percent-encodes every UTF-8 byte except RFC 3986's unreserved characters.
    public static func escaped(_ text: String, keepsSlashes: Bool = false) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.append(byte)
            case UInt8(ascii: "/") where keepsSlashes: escaped.append(byte)
            default: escaped += Array("%\(Hex.encode([byte]).uppercased())".utf8)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Lower-case names in order. Surrounding blanks of values are removed, and inner ones are single.
    private static func canonical(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
        headers.map { header in
            (
                name: header.name.lowercased(),
                value: header.value.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }.joined(separator: " ")
            )
        }.sorted { $0.name < $1.name }
    }

    /// ISO 8601's basic form, in UTC: `20130524T000000Z`.
    private static func timestamp(_ moment: Int) -> String {
        var (seconds, parts) = (time_t(moment), tm())
        gmtime_r(&seconds, &parts)
        func digits(_ value: CInt, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
        return "\(day)T\(digits(parts.tm_hour, 2))\(digits(parts.tm_min, 2))\(digits(parts.tm_sec, 2))Z"
    }
}
