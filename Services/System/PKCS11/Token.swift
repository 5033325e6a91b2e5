public import Crypto
import Synchronization

/// Keys that never leave their tokens, a hardware security module's: through its maker's module (PKCS #11). Each call blocks.
public final class Token: Sendable {
    private struct State {
        var module: TokenModule?
        /// A few tries with a wrong PIN lock a token for everybody.
        var refused: String?
    }

    private static let all = Mutex<[String: Token]>([:])

    private let path: String
    private let state = Mutex(State())

    /// `module` is the absolute path of the module's library. It is loaded when it is used first.
    private init(module path: String) { self.path = path }

    /// The same one for everybody in this process: so is a login, and so is what is known of a PIN.
    static func of(module path: String) -> Token {
        all.withLock { all in
            let token = all[path] ?? Token(module: path)
            all[path] = token
            return token
        }
    }

    /// Wraps a key by that of the token. `context` has to be the same when it is opened.
    public func wrap(
        _ secret: SecretBytes, by key: TokenURI, pin: String, context: [UInt8]
    ) throws(TokenError) -> [UInt8] {
        try use(key, pin) { (session, handle) throws(TokenError) in
            try session.encrypt(secret, by: handle, context: context)
        }
    }

    /// - Throws: `notOpened` if that key has not wrapped this in this context.
    public func unwrap(
        _ wrapped: [UInt8], by key: TokenURI, pin: String, context: [UInt8]
    ) throws(TokenError) -> SecretBytes {
        try use(key, pin) { (session, handle) throws(TokenError) in
            try session.decrypt(wrapped, by: handle, context: context)
        }
    }

    /// Signs a digest: two adjacent numbers, each as long as the curve's.
    public func sign(_ digest: [UInt8], by key: TokenURI, pin: String) throws(TokenError) -> [UInt8] {
        try use(key, pin) { (session, handle) throws(TokenError) in try session.sign(digest, by: handle) }
    }

    private func use<Value: Sendable>(
        _ key: TokenURI, _ pin: String, _ body: (TokenSession, UInt) throws(TokenError) -> Value
    ) throws(TokenError) -> Value {
        // One after the other: calls beside each other would each try a PIN that the first one finds to be wrong.
        try state.withLock { (state) throws(TokenError) in
            guard state.refused?.utf8.elementsEqual(pin.utf8) != true else {
                throw TokenError(
                    .pinRefused, "is not asked again with a PIN that it has refused, for a few tries more would lock it")
            }
            do throws(TokenError) {
                let module: TokenModule = if let loaded = state.module { loaded } else { try TokenModule(path: path) }
                state.module = module
                return try module.withKey(key, pin: pin, body)
            } catch {
                if error.code == .pinRefused { state.refused = pin }
                throw error
            }
        }
    }
}
