import Configuration
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// An OpenID Connect server that others wrote, which people sign in at by their name alone. It also holds us to PKCE: a code is good for
/// nobody but who can show what its challenge was made of.
struct TestIssuer: Sendable {
    let address: String
    let port: Int
    /// Has the packages of the server, an HTTP client among them.
    let python: String

    /// `seconds` is how long it vouches for somebody.
    static func run(vouching seconds: Int = 3600, _ body: (TestIssuer) async throws -> Void) async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["oidc-provider-mock==0.3.4"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
        let folder = try TemporaryFolder("issuer")
        let port = try await FreePorts.one()
        try Data(script.utf8).write(to: URL(filePath: "\(folder.path)/issuer.py"))
        let program = try await Program.start(
            python, ["\(folder.path)/issuer.py", folder.path, "\(port)", "\(seconds)"],
            environment: ["AUTHLIB_INSECURE_TRANSPORT": "1"])
        let result: Result<Void, any Error>
        do {
            try await eventually("the issuer listens", isTrue: { FileManager.default.fileExists(atPath: "\(folder.path)/ready") })
            result = .success(try await body(TestIssuer(address: "http://127.0.0.1:\(port)", port: port, python: python)))
        } catch {
            result = .failure(Program.Failed(description: "\(error); the issuer said: \(program.output.suffix(4000))"))
        }
        await program.stop()
        try result.get()
    }

    var configuration: OpenIDConfiguration {
        OpenIDConfiguration(issuer: address, client: "docket", secret: .init("a secret: of + 100 %"))
    }

    /// What a gateway has to be told.
    func options(now: @escaping @Sendable () -> Timestamp = { .now }) -> GatewayUnderTest.Options {
        var options = GatewayUnderTest.Options(now: now)
        options.desk.openID = configuration
        return options
    }

    private static let script = """
        import base64, hashlib, json, pathlib, sys, time
        from datetime import timedelta
        from urllib.parse import parse_qs, urlparse
        import flask, oidc_provider_mock
        from authlib import jose
        from werkzeug.serving import make_server

        folder, port, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        app = oidc_provider_mock.app(
            require_nonce=True, access_token_max_age=timedelta(seconds=seconds),
            user_claims=[
                oidc_provider_mock.User(sub="mia", claims={"name": "Mia Kuhn", "tenant": "acme", "roles": ["reviewer", "editor"]}),
                oidc_provider_mock.User(sub="otto", claims={"tenant": "acme", "roles": "auditor"}),
                oidc_provider_mock.User(sub="ann", claims={"tenant": "acme", "roles": ["person"]}),
                oidc_provider_mock.User(sub="olga", claims={"name": "Olga Berg", "tenant": "ops", "roles": ["operator"]}),
                oidc_provider_mock.User(sub="nobody", claims={"roles": ["reviewer"]}),
            ])
        challenges = {}

        @app.after_request
        def remember(response):
            code = parse_qs(urlparse(response.headers.get("Location", "")).query).get("code")
            if flask.request.path == "/oauth2/authorize" and code:
                assert flask.request.args["code_challenge_method"] == "S256"
                challenges[code[0]] = flask.request.args["code_challenge"]
            return response

        @app.after_request
        def vouch(response):
            # As most servers do, beside a new access token.
            form = flask.request.form
            if form.get("grant_type") == "refresh_token" and response.status_code == 200:
                storage = flask.g.oidc_provider_mock_storage
                user = storage.get_user(storage.get_refresh_token(form["refresh_token"]).user_id)
                claims = {
                    "iss": flask.request.host_url.rstrip("/"), "aud": "docket", "sub": user.sub, "exp": int(time.time()) + 7200,
                    **user.claims}
                key = storage.jwk.as_dict(is_private=True)
                token = jose.jwt.encode({"alg": "RS256"}, claims, key).decode()
                response.set_data(json.dumps({**response.get_json(), "id_token": token}))
            return response

        @app.before_request
        def prove():
            form = flask.request.form
            if flask.request.path == "/oauth2/token" and form.get("grant_type") == "authorization_code":
                digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
                proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
                if form.get("code") in challenges and challenges[form["code"]] != proof:
                    return flask.jsonify({"error": "invalid_grant"}), 400

        server = make_server("127.0.0.1", port, app, threaded=True)
        pathlib.Path(folder, "ready").touch()
        server.serve_forever()
        """
}

extension TestIssuer {
    /// What a browser does at the issuer's page: says who they are, or no. Returns where it is sent back to, as a path.
    func answer(_ url: String, as user: String?, by client: WireClient) async throws -> String {
        let target = String(url.dropFirst(address.count))
        let form = user.map { "sub=\($0)" } ?? "action=deny"
        let answer = try await client.elsewhere(port).send(
            "POST", target, headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8))
        let place = try #require(answer.headers["location"], "\(answer.status) \(answer.text.prefix(500))")
        return String(place.drop { $0 != "?" })
    }

    /// What it says of them from now on.
    func change(_ user: String, to claims: String, by client: WireClient) async throws {
        let answer = try await client.elsewhere(port).send("PUT", "/users/\(user)", json: claims)
        guard answer.status == 204 else { throw UnexpectedAnswer(answer) }
    }

    /// No refresh token of theirs is good from now on.
    func lockOut(_ user: String, by client: WireClient) async throws {
        let answer = try await client.elsewhere(port).send("POST", "/users/\(user)/revoke-tokens", body: [])
        guard answer.status == 204 else { throw UnexpectedAnswer(answer) }
    }
}

extension WireClient {
    /// Another server of this machine.
    fileprivate func elsewhere(_ port: Int) throws -> WireClient {
        WireClient(
            address: try .init(ip: "127.0.0.1", port: port), loop: loop, token: nil, host: "127.0.0.1:\(port)")
    }
}
