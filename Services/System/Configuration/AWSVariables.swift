/// The variables of AWS's own tools. Services document them, and only who uses something of AWS needs them.
public struct AWSVariables: Sendable {
    public let accessKey: String?
    public let secretKey: Secret?
    public let sessionToken: Secret?
    public let region: String?
    /// Without a slash at its end.
    public let endpoint: String?
    /// A PEM file of trusted certificates, instead of the system's.
    public let certificateAuthorities: String?

    /// `service` is the service's name in its own variable of the endpoint, which `help` explains. Who does not need them
    /// passes over files of secrets that it was not given.
    public init(reading reader: inout ConfigurationReader, service: String, endpoint help: String, isNeeded: Bool = true) {
        accessKey = reader.optionalString("AWS_ACCESS_KEY_ID", "Who asks for blobs in S3, and KMS for keys")
        func secret(_ name: String, _ help: String) -> Secret? {
            guard isNeeded else {
                reader.documentSecret(name, help)
                return nil
            }
            return reader.optionalSecret(name, help)
        }
        secretKey = secret("AWS_SECRET_ACCESS_KEY", "What requests to S3 and KMS are signed with")
        sessionToken = secret("AWS_SESSION_TOKEN", "Belongs to keys that were given for a while")
        let regions = [
            reader.optionalString("AWS_REGION", "The region of the bucket or the key; us-east-1 where there is an endpoint"),
            reader.optionalString("AWS_DEFAULT_REGION", "The same, where AWS_REGION is not set"),
        ]
        region = regions.compactMap(\.self).first
        let endpoints = [
            reader.optionalString("AWS_ENDPOINT_URL_\(service)", help),
            reader.optionalString(
                "AWS_ENDPOINT_URL", "A server that speaks as AWS does, for S3 and KMS, where neither has its own variable"),
        ]
        endpoint = endpoints.compactMap(\.self).first.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        certificateAuthorities = reader.optionalString(
            "AWS_CA_BUNDLE", "Certificates (PEM) that the servers of S3 and KMS are trusted by, instead of the system's")
    }

    /// Whether it is `http` or `https` with a host, and without a path.
    public static func isEndpoint(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return false }
        let authority = text.dropFirst(scheme.count)
        return !authority.isEmpty
            && authority.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@\\\"<>%".utf8.contains($0) }
    }

    /// The value of the `Host` header for an endpoint: without the scheme's default port.
    public static func host(of endpoint: String) -> String {
        let authority = endpoint.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? ""
        let implied = endpoint.hasPrefix("https:") ? ":443" : ":80"
        return authority.hasSuffix(implied) ? String(authority.dropLast(implied.count)) : authority
    }
}
