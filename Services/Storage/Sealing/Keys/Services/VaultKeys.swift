import Configuration
import Crypto
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Synchronization

/// Wraps keys by the transit engine of HashiCorp Vault (or OpenBao): its key never leaves it.
///
/// What is wrapped is bound to its tenant by transit's associated data, which keys of the types `aes256-gcm96`, `aes128-gcm96` and
/// `chacha20-poly1305` have. Transit's own rewrap takes none, so a key is turned by unwrapping and wrapping it.
final class VaultKeys: KeyProvider {
    private let configuration: VaultConfiguration
    private let client: KeyServiceClient
    private let blocking: BlockingPool
    /// Whether it was seen that the associated data count.
    private let binds = Mutex(false)

    init(_ configuration: VaultConfiguration, patience: Duration = KeyServiceClient.patience, group: EventLoopGroup) {
        self.configuration = configuration
        blocking = group.blocking
        client = KeyServiceClient(
            "Vault (\(configuration.address))", certificateAuthorities: configuration.certificateAuthorities,
            patience: patience, on: group.next())
    }

    // MARK: - Names

    private static let scheme = "vault:"

    static func isOne(_ name: String) -> Bool { name.utf8.starts(with: scheme.utf8) }

    func owns(_ name: String) -> Bool { Self.isOne(name) }

    /// The mount and name of a key, without its version; nil if that is no name of such a key.
    private static func key(in name: String) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, isOne(name), VaultConfiguration.isKey(String(parts[1])) else { return nil }
        return String(parts[1])
    }

    // MARK: - KeyProvider

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        let answer = try await ask(
            "encrypt", configuration.key,
            VaultQuestion(plaintext: key.base64, associated_data: Self.binding(tenant)))
        guard let text = answer.ciphertext, let version = VaultAnswer.version(of: text) else {
            throw SealingError(.unavailable, "\(client.name) answers without a ciphertext")
        }
        return WrappedKey(by: "\(Self.scheme)\(configuration.key):\(version)", bytes: Array(text.utf8))
    }

    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        guard let key = Self.key(in: wrapped.by), let text = String(validating: wrapped.bytes, as: UTF8.self) else {
            throw SealingError(.damaged, "“\(wrapped.by)” is no key of Vault's, or what it has wrapped is none of its")
        }
        let answer = try await ask(
            "decrypt", key, VaultQuestion(ciphertext: text, associated_data: Self.binding(tenant)))
        guard let plain = answer.plaintext.flatMap({ Base64.decode($0) }), !plain.isEmpty else {
            throw SealingError(.unavailable, "\(client.name) answers without a plaintext")
        }
        return SecretBytes(consuming: plain)
    }

    func check() async throws(SealingError) {
        let key = SecretBytes.random(AES256GCM.keyLength)
        let wrapped = try await wrap(key, of: .ofCheck)
        guard try await unwrap(wrapped, of: .ofCheck).isSame(as: key) else {
            throw SealingError(.unknownKey, "\(client.name) gives another key back than it has wrapped")
        }
        if binds.withLock({ $0 }) { return }
        // Old ones pass over what they do not know. Once is enough: refusals are alarms to whoever watches Vault.
        do throws(SealingError) {
            _ = try await unwrap(wrapped, of: .standard)
        } catch {
            guard error.code == .unknownKey else { throw error }
            binds.withLock { $0 = true }
            return
        }
        throw SealingError(
            .unavailable,
            "\(client.name) opens with other associated data what it has wrapped; use Vault 1.13 or later, and a key of the type "
                + "aes256-gcm96")
    }

    private static func binding(_ tenant: TenantID) -> String {
        Base64.encode(Array("docket key of the tenant \(tenant)".utf8))
    }

    // MARK: - Asking

    private func ask(
        _ action: String, _ key: String, _ question: VaultQuestion
    ) async throws(SealingError) -> VaultAnswer.Values {
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")), let body = try? JSONEncoder().encode(question) else {
            throw SealingError(.unavailable, "a question to Vault cannot be written")
        }
        let url = "\(configuration.address)/v1/\(key[..<slash])/\(action)\(key[slash...])"
        return try await client.ask(about: key) { () throws(SealingError) in
            var request = ClientRequest(
                "POST", url, headers: ["X-Vault-Token": try await token(), "X-Vault-Request": "true"], body: .bytes(Array(body)))
            request.headers.add("Content-Type", "application/json")
            if let namespace = configuration.namespace { request.headers.add("X-Vault-Namespace", namespace) }
            return request
        } _: { response, subject in
            VaultAnswer.verdict(status: response.status, body: response.body, subject, action)
        }
    }

    private func token() async throws(SealingError) -> String {
        let path = configuration.tokenFile
        do { return try await blocking.run { try VaultToken.read(path) } } catch {
            let problem = (error as? SmallFile.Unusable)?.problem ?? "\(error)"
            throw SealingError(.unavailable, "VAULT_TOKEN_FILE is “\(path)”; \(problem)")
        }
    }
}

/// The members that transit reads.
// swift-format-ignore: AlwaysUseLowerCamelCase
private struct VaultQuestion: Encodable {
    var plaintext: String?
    var ciphertext: String?
    var associated_data: String
}
