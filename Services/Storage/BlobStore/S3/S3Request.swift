import Crypto
import HTTPClient
import Shared

/// An unsigned request to S3. It is a value, and can be sent again.
struct S3Request: Sendable {
    var method: String
    /// Nil for the bucket itself. Includes the installation's prefix.
    var key: String?
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body = ClientRequest.Body.none
    /// SHA-256 of the body.
    var payloadDigest: [UInt8] = SHA256.hash("")
    /// The maximum of bytes of the answer's body.
    var maximumResponseBytes = 8 * 1024 * 1024

    init(_ method: String, _ key: String?, query: [(name: String, value: String)] = []) {
        (self.method, self.key, self.query) = (method, key, query)
    }

    /// For the log: keys consist only of ids and digests.
    var subject: String { "\(method) \(key ?? "bucket")" }

    /// The signed request. Times and sizes are bounded; a large body may take as long as it makes progress.
    func signed(_ configuration: S3Configuration, at moment: Int) -> ClientRequest {
        let path = SignatureV4.escaped("/\(configuration.bucket)\(key.map { "/\($0)" } ?? "")", keepsSlashes: true)
        let digest = Hex.encode(payloadDigest)
        let signer = SignatureV4(credentials: configuration.credentials, region: configuration.region, service: "s3")
        let own = headers + [(name: "x-amz-content-sha256", value: digest)]
        let added = signer.headers(
            for: .init(
                method: method, path: path, query: query, headers: own + [(name: "host", value: configuration.host)],
                payloadDigest: digest), at: moment)
        var fields = ClientHeaders()
        for header in own + added { fields.add(header.name, header.value) }
        let search = SignatureV4.canonicalQuery(query)
        var request = ClientRequest(
            method, "\(configuration.endpoint)\(path)\(search.isEmpty ? "" : "?\(search)")", headers: fields, body: body)
        request.connectTimeout = .seconds(5)
        request.idleTimeout = .seconds(30)
        request.maximumResponseBytes = maximumResponseBytes
        switch body {
        case .file: request.timeout = nil
        // The server copies, or puts parts together.
        case .bytes: request.timeout = .seconds(600)
        case .none where method == "PUT" || method == "POST": request.timeout = .seconds(600)
        case .none: request.timeout = maximumResponseBytes > 8 * 1024 * 1024 ? nil : .seconds(60)
        }
        return request
    }
}
