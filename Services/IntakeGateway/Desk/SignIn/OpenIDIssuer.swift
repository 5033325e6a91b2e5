import Configuration
import Crypto
import EventLoop
import HTTPClient
import ServiceRuntime
import Shared
import Telemetry

/// Redirects people to the issuer, and asks it for their identity (OpenID Connect Core 1.0, section 3.1, with PKCE).
struct OpenIDIssuer: Sendable {
    let configuration: OpenIDConfiguration
    let directory: IssuerDirectory
    let keys: KeySetProvider
    private let verifier: TokenVerifier
    private let client: HTTPClient
    private let now: @Sendable () -> Timestamp

    private static let patience = Duration.seconds(8)

    init(
        _ configuration: OpenIDConfiguration, client: HTTPClient, loop: EventLoop, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.configuration, self.client, self.now) = (configuration, client, now)
        let directory = IssuerDirectory(of: configuration.issuer, client: client, logger: logger, now: now)
        keys = KeySetProvider(on: loop, logger: logger, now: { Self.seconds(now()) }) { try await directory.keys() }
        verifier = TokenVerifier(issuer: configuration.issuer, audiences: [configuration.client])
        self.directory = directory
    }

    // MARK: - Where a browser is sent

    func signInURL(_ secrets: SignInSecrets, returningTo address: String) async throws(SignInFailure) -> String {
        FormText.url(
            try await directory.metadata().authorizationEndpoint,
            [
                ("response_type", "code"), ("client_id", configuration.client), ("redirect_uri", address),
                ("scope", configuration.scopes), ("state", secrets.state), ("nonce", secrets.nonce),
                ("code_challenge", secrets.challenge), ("code_challenge_method", "S256"),
            ])
    }

    /// Nil if the issuer has no such page or cannot be reached. Signing out here is then complete.
    func signOutURL(_ tokens: KeptTokens, returningTo address: String) async -> String? {
        guard let metadata = try? await directory.metadata(), let page = metadata.endSessionEndpoint else { return nil }
        let hint = tokens.id.map { [("id_token_hint", $0)] } ?? []
        return FormText.url(page, hint + [("client_id", configuration.client), ("post_logout_redirect_uri", address)])
    }

    // MARK: - What it is asked

    func tokens(
        forCode code: String, _ secrets: SignInSecrets, returnedTo address: String
    ) async throws(SignInFailure) -> TokenAnswer {
        try await tokens([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", address), ("code_verifier", secrets.verifier),
        ])
    }

    func tokens(refreshing token: String) async throws(SignInFailure) -> TokenAnswer {
        try await tokens([("grant_type", "refresh_token"), ("refresh_token", token)])
    }

    private func tokens(_ grant: [(String, String)]) async throws(SignInFailure) -> TokenAnswer {
        let metadata = try await directory.metadata()
        var (form, headers) = (grant, ClientHeaders())
        headers["content-type"] = "application/x-www-form-urlencoded"
        headers["accept"] = "application/json"
        switch configuration.secret {
        case nil: form.append(("client_id", configuration.client))
        case let secret? where metadata.takesSecretInBody:
            form += [("client_id", configuration.client), ("client_secret", secret.reveal)]
        case let secret?:
            let pair = "\(FormText.encoded(configuration.client)):\(FormText.encoded(secret.reveal))"
            headers["authorization"] = "Basic \(Base64.encode(Array(pair.utf8)))"
        }
        var request = ClientRequest(
            "POST", metadata.tokenEndpoint, headers: headers, body: .bytes(Array(FormText.encoded(form).utf8)))
        request.timeout = Self.patience
        request.maximumResponseBytes = TokenAnswer.maximumLength
        let answer: ClientResponse
        do throws(HTTPClientError) {
            answer = try await client.send(request)
        } catch {
            throw SignInFailure(.issuer, "the issuer cannot be asked: \(OperatorWords.of(error))")
        }
        guard answer.isSuccess else {
            let word = TokenAnswer.error(in: answer.body) ?? "nothing readable"
            // The code or the refresh token is used up, too old, revoked, or not ours: anything else is a matter of the operator's.
            throw SignInFailure(word == "invalid_grant" ? .expired : .issuer, "the issuer answered \(answer.status), \(word)")
        }
        guard let tokens = TokenAnswer(answer.body) else { throw SignInFailure(.issuer, "the issuer's answer cannot be read") }
        return tokens
    }

    /// The identity in a token, if the issuer signed it for this client and it is valid now.
    func identity(_ token: String, nonce: String?) async throws(SignInFailure) -> DeskIdentity {
        guard let held = await keys.held(knowing: TokenVerifier.keyID(of: token)) else {
            throw SignInFailure(.issuer, "the issuer's keys cannot be read")
        }
        let claims: TokenClaims
        do throws(TokenRefusal) {
            claims = try verifier.verify(token, with: held.keys, now: Self.seconds(now()))
        } catch {
            throw SignInFailure(.issuer, "the identity token is not accepted: \(error.rawValue)")
        }
        return try DeskIdentity(claims, nonce: nonce, client: configuration.client, names: configuration.names)
    }

    private static func seconds(_ time: Timestamp) -> Double { Double(time.millisecondsSinceEpoch) / 1000 }
}
