import Configuration
public import Crypto

/// A bucket of an S3-compatible server, and the credentials: `s3://bucket/prefix`, with the usual `AWS_…` variables.
public struct S3Configuration: Sendable {
    public var bucket: String
    /// The prefix of each key: empty, or with a slash at its end.
    public var prefix = ""
    public var region = "us-east-1"
    /// `http` or `https`, host and port, without a slash at its end. The bucket follows as the first part of the path,
    /// which every server supports.
    public var endpoint: String
    public var credentials: SignatureV4.Credentials
    /// A PEM file of trusted certificates, instead of the system's.
    public var certificateAuthorities: String?
    /// The folder for transfers in progress. Its files have no names.
    public var spool = "/tmp"
    /// The number of attempts of a request that the server could not answer, including the first.
    public var attempts = 6
    /// The least size in bytes of a blob that is sent in parts. S3 allows only the last part to be below 5 MiB.
    public var partSize = 16 * 1024 * 1024
    /// The bytes of an upload that are sent at once, unless an acknowledgement requires them earlier.
    public var pieceSize = 8 * 1024 * 1024

    /// The value of the `Host` header: without the scheme's default port.
    var host: String { AWSVariables.host(of: endpoint) }
}

extension S3Configuration {
    static let scheme = "s3://"

    /// Bucket and prefix of `s3://bucket/prefix`. Nil for names that S3 does not allow.
    static func parse(_ location: String) -> (bucket: String, prefix: String)? {
        guard location.hasPrefix(scheme) else { return nil }
        let parts = location.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard let bucket = parts.first, (3...63).contains(bucket.utf8.count), bucket.utf8.allSatisfy(isBucketByte) else {
            return nil
        }
        var folders = parts.dropFirst()
        if folders.last == "" { folders.removeLast() }
        // A part of dots alone would be taken for another folder on the way.
        guard folders.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.allSatisfy(isKeyByte) }) else { return nil }
        return (String(bucket), folders.map { "\($0)/" }.joined())
    }

    private static func isBucketByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        isBucketByte(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

/// The variables of a bucket. Every service documents them, and only `s3://` needs them.
struct S3Variables {
    private let variables: AWSVariables
    private let spool: String

    init(reading reader: inout ConfigurationReader) {
        variables = AWSVariables(
            reading: &reader, service: "S3", endpoint: "An S3-compatible server such as https://minio.example:9000; AWS without")
        spool = reader.string(
            "DOCKET_SPOOL", default: "/tmp", "The folder of what is on its way from or to S3; its files have no names")
    }

    /// `variable` is the one with the location, for faults.
    func configuration(_ location: String, of variable: String, _ reader: inout ConfigurationReader) -> S3Configuration? {
        let place = S3Configuration.parse(location)
        if place == nil {
            reader.fault(variable, "is no s3://bucket/prefix: lower-case letters, digits, - and . make a bucket's name")
        }
        if variables.accessKey == nil { reader.fault("AWS_ACCESS_KEY_ID", "is not set; S3 needs it") }
        if variables.secretKey == nil {
            reader.fault("AWS_SECRET_ACCESS_KEY", "is not set, nor is AWS_SECRET_ACCESS_KEY_FILE; S3 needs it")
        }
        if variables.region == nil, variables.endpoint == nil {
            reader.fault("AWS_REGION", "is not set, nor is AWS_ENDPOINT_URL_S3; S3 needs one")
        }
        let region = variables.region ?? "us-east-1"
        let server = variables.endpoint ?? "https://s3.\(region).amazonaws.com"
        if !AWSVariables.isEndpoint(server) {
            reader.fault(
                variables.endpoint == nil ? "AWS_REGION" : "AWS_ENDPOINT_URL_S3",
                "does not make an address such as https://host:9000, without path")
        }
        guard let place, let accessKey = variables.accessKey, let secretKey = variables.secretKey else { return nil }
        return S3Configuration(
            bucket: place.bucket, prefix: place.prefix, region: region, endpoint: server,
            credentials: SignatureV4.Credentials(
                accessKey: accessKey, secretKey: secretKey.reveal, sessionToken: variables.sessionToken?.reveal),
            certificateAuthorities: variables.certificateAuthorities, spool: spool)
    }
}
