import Configuration
import Crypto

/// A key of AWS KMS, or of a server that speaks as it does.
struct KMSConfiguration: Sendable {
    static let keyVariable = "DOCKET_SEALING_KMS_KEY"

    /// An ARN, a key's id, or `alias/…`.
    var key: String
    var region: String
    /// `http` or `https`, host and port, without a slash at its end.
    var endpoint: String
    var credentials: SignatureV4.Credentials
    /// A PEM file of trusted certificates, instead of the system's.
    var certificateAuthorities: String?

    init(key: String, region: String, endpoint: String, credentials: SignatureV4.Credentials) {
        (self.key, self.region, self.endpoint, self.credentials) = (key, region, endpoint, credentials)
    }

    /// Nil where no key of KMS's is named.
    init?(reading reader: inout ConfigurationReader) {
        let key = reader.optionalString(
            Self.keyVariable, "Key of AWS KMS that wraps the tenants' keys: an ARN, an id, or alias/NAME")
        let variables = AWSVariables(
            reading: &reader, service: "KMS", endpoint: "A server that speaks as AWS KMS does; AWS without",
            isNeeded: key != nil)
        guard let key else { return nil }
        if !Self.isKey(key) { reader.fault(Self.keyVariable, "is no ARN, id or alias/NAME of a key") }
        if variables.accessKey == nil { reader.fault("AWS_ACCESS_KEY_ID", "is not set; \(Self.keyVariable) needs it") }
        if variables.secretKey == nil {
            reader.fault("AWS_SECRET_ACCESS_KEY", "is not set, nor is AWS_SECRET_ACCESS_KEY_FILE; \(Self.keyVariable) needs it")
        }
        // A key is where its ARN says; the bucket may be elsewhere.
        let region = Self.region(of: key) ?? variables.region
        if region == nil, variables.endpoint == nil {
            reader.fault("AWS_REGION", "is not set, nor is AWS_ENDPOINT_URL_KMS; \(Self.keyVariable) needs one")
        }
        let name = region ?? "us-east-1"
        let server = variables.endpoint ?? "https://kms.\(name).amazonaws.com"
        if !AWSVariables.isEndpoint(server) {
            reader.fault(
                variables.endpoint == nil ? "AWS_REGION" : "AWS_ENDPOINT_URL_KMS",
                "does not make an address such as https://host:8080, without path")
        }
        self.init(
            key: key, region: name, endpoint: server,
            credentials: SignatureV4.Credentials(
                accessKey: variables.accessKey ?? "", secretKey: variables.secretKey?.reveal ?? "",
                sessionToken: variables.sessionToken?.reveal))
        certificateAuthorities = variables.certificateAuthorities
    }

    /// The value of the `Host` header: without the scheme's default port.
    var host: String { AWSVariables.host(of: endpoint) }

    private static func isKey(_ text: String) -> Bool {
        text.utf8.count <= 2048 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    }

    /// The region in `arn:aws:kms:REGION:…`.
    private static func region(of key: String) -> String? {
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 6, parts[0] == "arn", parts[2] == "kms", !parts[3].isEmpty else { return nil }
        return String(parts[3])
    }
}
