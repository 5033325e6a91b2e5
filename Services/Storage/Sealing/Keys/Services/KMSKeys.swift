import Crypto
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared

/// Wraps keys by a key of AWS KMS, which never leaves it. The encryption context names the tenant: policies and CloudTrail see it.
struct KMSKeys: KeyProvider {
    private let configuration: KMSConfiguration
    private let client: KeyServiceClient
    private let signer: SignatureV4

    init(_ configuration: KMSConfiguration, patience: Duration = KeyServiceClient.patience, group: EventLoopGroup) {
        self.configuration = configuration
        signer = SignatureV4(credentials: configuration.credentials, region: configuration.region, service: "kms")
        client = KeyServiceClient(
            "KMS (\(configuration.endpoint))", certificateAuthorities: configuration.certificateAuthorities,
            patience: patience, on: group.next())
    }

    // MARK: - Names

    private static let scheme = "aws-kms:"

    static func isOne(_ name: String) -> Bool { name.utf8.starts(with: scheme.utf8) }

    func owns(_ name: String) -> Bool { Self.isOne(name) }

    private static func arn(in name: String) throws(SealingError) -> String {
        guard isOne(name) else { throw SealingError(.damaged, "“\(name)” is no key of KMS's") }
        return String(name.dropFirst(scheme.count))
    }

    // MARK: - KeyProvider

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        try wrapped(
            try await ask(
                "Encrypt",
                KMSQuestion(KeyId: configuration.key, Plaintext: key.base64, EncryptionContext: Self.context(tenant))))
    }

    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        let answer = try await ask(
            "Decrypt",
            KMSQuestion(
                KeyId: try Self.arn(in: wrapped.by), CiphertextBlob: Base64.encode(wrapped.bytes),
                EncryptionContext: Self.context(tenant)))
        guard let plain = answer.Plaintext.flatMap({ Base64.decode($0) }), !plain.isEmpty else {
            throw SealingError(.unavailable, "\(client.name) answers without a plaintext")
        }
        return SecretBytes(consuming: plain)
    }

    /// KMS does that itself: the key is not seen here.
    func rewrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> WrappedKey? {
        let answer = try await ask(
            "ReEncrypt",
            KMSQuestion(
                CiphertextBlob: Base64.encode(wrapped.bytes), SourceKeyId: try Self.arn(in: wrapped.by),
                SourceEncryptionContext: Self.context(tenant), DestinationKeyId: configuration.key,
                DestinationEncryptionContext: Self.context(tenant)))
        let new = try self.wrapped(answer)
        return new.by.utf8.elementsEqual(wrapped.by.utf8) ? nil : new
    }

    private func wrapped(_ answer: KMSAnswer.Values) throws(SealingError) -> WrappedKey {
        guard let bytes = answer.CiphertextBlob.flatMap({ Base64.decode($0) }), !bytes.isEmpty, let arn = answer.KeyId else {
            throw SealingError(.unavailable, "\(client.name) answers without a ciphertext")
        }
        return WrappedKey(by: Self.scheme + arn, bytes: bytes)
    }

    private static func context(_ tenant: TenantID) -> [String: String] { ["docket:tenant": "\(tenant)"] }

    // MARK: - Asking

    private func ask(_ action: String, _ question: KMSQuestion) async throws(SealingError) -> KMSAnswer.Values {
        guard let body = (try? JSONEncoder().encode(question)).map({ Array($0) }) else {
            throw SealingError(.unavailable, "a question to KMS cannot be written")
        }
        let key = question.KeyId ?? question.DestinationKeyId ?? configuration.key
        return try await client.ask(about: key) { () throws(SealingError) in
            signed(action, body, at: Int(Date().timeIntervalSince1970))
        } _: { response, subject in
            KMSAnswer.verdict(status: response.status, body: response.body, subject)
        }
    }

    private func signed(_ action: String, _ body: [UInt8], at moment: Int) -> ClientRequest {
        let own = [
            (name: "content-type", value: "application/x-amz-json-1.1"), (name: "x-amz-target", value: "TrentService.\(action)"),
        ]
        let added = signer.headers(
            for: .init(
                method: "POST", path: "/", headers: own + [(name: "host", value: configuration.host)],
                payloadDigest: Hex.encode(SHA256.hash(body))), at: moment)
        var fields = ClientHeaders()
        for header in own + added { fields.add(header.name, header.value) }
        return ClientRequest("POST", "\(configuration.endpoint)/", headers: fields, body: .bytes(body))
    }
}

/// The members that KMS reads, by its names.
// swift-format-ignore: AlwaysUseLowerCamelCase
private struct KMSQuestion: Encodable {
    var KeyId: String?
    var Plaintext: String?
    var CiphertextBlob: String?
    var EncryptionContext: [String: String]?
    var SourceKeyId: String?
    var SourceEncryptionContext: [String: String]?
    var DestinationKeyId: String?
    var DestinationEncryptionContext: [String: String]?
}
