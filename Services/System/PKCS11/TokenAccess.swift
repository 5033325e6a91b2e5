import Configuration
import EventLoop

/// Asks the tokens of a maker from asynchronous code.
public final class TokenAccess: Sendable {
    private let configuration: TokenConfiguration
    private let patience: Duration
    private let token: Token
    /// One of its own: a call that hangs in the maker's library cannot be ended, and holds none of the threads that others work on.
    private let thread = BlockingPool(threads: 1, maximumQueued: 256, name: "token")

    /// A health check gives up after ten seconds, and shall say why.
    public init(_ configuration: TokenConfiguration, patience: Duration = .seconds(8)) {
        (self.configuration, self.patience) = (configuration, patience)
        token = Token.of(module: configuration.module)
    }

    /// Gives `body` the token and its PIN on a thread where it may block. The error says which key it is about.
    public func ask<Value: Sendable>(
        _ key: TokenURI, _ body: @escaping @Sendable (Token, _ pin: String) throws(TokenError) -> Value
    ) async throws(TokenError) -> Value {
        let answer = AsyncSignal<Result<Value, TokenError>>()
        let limit = Task { [patience] in
            try await Task.sleep(for: patience)
            answer.send(.failure(TokenError(.unavailable, "has not answered within \(patience)")))
        }
        defer { limit.cancel() }
        do {
            try thread.submit { [token, pinFile = configuration.pinFile] in
                answer.send(Self.result(token, pinFile: pinFile, body))
            }
            return try await answer.wait().get()
        } catch {
            var told = error as? TokenError ?? TokenError(.unavailable, "cannot be asked: \(error)")
            told.subject = "the token of “\(key.text)” (\(configuration.module))"
            throw told
        }
    }

    private static func result<Value>(
        _ token: Token, pinFile: String, _ body: (Token, String) throws(TokenError) -> Value
    ) -> Result<Value, TokenError> {
        let pin: String
        do throws(SmallFile.Unusable) { pin = try PINFile.read(pinFile) } catch {
            return .failure(
                TokenError(
                    .unavailable, "cannot be entered: \(TokenConfiguration.pinVariable) is “\(pinFile)”; \(error.problem)"))
        }
        do throws(TokenError) { return .success(try body(token, pin)) } catch { return .failure(error) }
    }
}
