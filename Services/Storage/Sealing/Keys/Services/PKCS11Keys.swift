import Configuration
import Crypto
import EventLoop
import PKCS11
import Shared

/// Wraps keys by an AES key in a token (PKCS #11), as that of a hardware security module: it never leaves it.
final class PKCS11Keys: KeyProvider {
    private let configuration: PKCS11Configuration
    private let token: Token
    /// One of its own: a call that hangs in the maker's library cannot be ended, and holds none of the threads that others work on.
    private let thread = BlockingPool(threads: 1, maximumQueued: 256, name: "token")
    private let loop: EventLoop
    private let patience: Duration

    /// A health check gives up after ten seconds, and shall say why.
    init(_ configuration: PKCS11Configuration, patience: Duration = .seconds(8), group: EventLoopGroup) {
        self.configuration = configuration
        self.patience = patience
        token = Token(module: configuration.module)
        loop = group.next()
    }

    static func isOne(_ name: String) -> Bool { name.utf8.starts(with: "pkcs11:".utf8) }

    /// Its name is where it is: a key of before is found by that of what it has wrapped.
    func owns(_ name: String) -> Bool { Self.isOne(name) }

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        let uri = configuration.key
        let bytes = try await ask(uri) { [token] (pin) throws(TokenError) in
            try token.wrap(key, by: uri, pin: pin, context: Self.context(tenant))
        }
        return WrappedKey(by: uri.text, bytes: bytes)
    }

    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        let uri: TokenURI
        do { uri = try TokenURI(wrapped.by) } catch {
            throw SealingError(.damaged, "“\(wrapped.by)” is no key of a token: it \(error.problem)")
        }
        return try await ask(uri) { [token] (pin) throws(TokenError) in
            try token.unwrap(wrapped.bytes, by: uri, pin: pin, context: Self.context(tenant))
        }
    }

    private static func context(_ tenant: TenantID) -> [UInt8] { Array("docket key of the tenant \(tenant)".utf8) }

    private func ask<Value: Sendable>(
        _ key: TokenURI, _ body: @escaping @Sendable (String) throws(TokenError) -> Value
    ) async throws(SealingError) -> Value {
        let pinFile = configuration.pinFile
        let subject = "the token of “\(key.text)” (\(configuration.module))"
        let answer = AsyncSignal<Result<Value, any Error>>()
        do {
            try thread.submit { answer.send(Result { try body(try PINFile.read(pinFile)) }) }
            return try await withDeadline(patience, on: loop) { try await answer.wait() }.get()
        } catch let error as TokenError {
            switch error.code {
            case .unknownKey, .notOpened: throw SealingError(.unknownKey, "\(subject) \(error.problem)")
            case .pinRefused: throw SealingError(.unavailable, "\(subject) \(error.problem); look at PKCS11_PIN_FILE")
            case .unavailable: throw SealingError(.unavailable, "\(subject) \(error.problem)")
            }
        } catch let error as SmallFile.Unusable {
            throw SealingError(.unavailable, "PKCS11_PIN_FILE is “\(pinFile)”; \(error.problem)")
        } catch {
            throw SealingError(.unavailable, "\(subject) cannot be asked: \(error)")
        }
    }
}
