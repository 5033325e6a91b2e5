import Support

/// aiosmtpd (PyPI), which takes messages, checks logins and writes down what it got, as one JSON object a line.
struct SMTPServer: Sendable {
    struct Received: Decodable, Sendable {
        let sender: String
        let recipients: [String]
        let isEncrypted: Bool
        let user: String?
        let headers: [String: String]
        let text: String
        let html: String
    }

    let port: Int
    let certificate: String
    private let peer: PeerServer

    enum Mode: String { case plain, starttls, tls }

    /// `refusing`: what is answered to `RCPT TO`, such as “550 nobody here”.
    static func run(_ mode: Mode, refusing: String = "", _ body: (SMTPServer) async throws -> Void) async throws {
        try await PeerServer.run("smtp", packages: ["aiosmtpd==1.4.6"], script: script, [mode.rawValue, refusing]) { peer in
            try await body(SMTPServer(port: peer.port, certificate: peer.certificate, peer: peer))
        }
    }

    var received: [Received] { get throws { try peer.received(Received.self) } }

    private static let script = """
        import asyncio, email, email.policy, json, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
        folder, port, mode, refusing = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")

        class Handler:
            async def handle_RCPT(self, server, session, envelope, address, options):
                if refusing:
                    return refusing
                envelope.rcpt_tos.append(address)
                return "250 OK"

            async def handle_DATA(self, server, session, envelope):
                message = email.message_from_bytes(envelope.content, policy=email.policy.default)
                part = lambda kind: message.get_body((kind,)).get_content()
                line = json.dumps({
                    "sender": envelope.mail_from, "recipients": envelope.rcpt_tos,
                    "isEncrypted": session.ssl is not None or mode == "tls",
                    "user": session.auth_data, "headers": {k.lower(): str(v) for k, v in message.items()},
                    "text": part("plain"), "html": part("html"), "defects": len(message.defects)})
                assert not message.defects, message.defects
                with open(folder + "/received", "a") as file:
                    file.write(line + "\\n")
                return "250 OK"

        def authenticate(server, session, envelope, mechanism, data):
            good = isinstance(data, LoginPassword) and data.password == b"open sesame"
            return AuthResult(success=good, handled=False, auth_data=data.login.decode() if good else None)

        def session():
            guarded = mode != "plain"
            return SMTP(Handler(), hostname="localhost", tls_context=context if mode == "starttls" else None,
                        require_starttls=mode == "starttls", authenticator=authenticate, auth_required=guarded,
                        auth_require_tls=mode == "starttls")

        async def main():
            loop = asyncio.get_running_loop()
            server = await loop.create_server(session, "127.0.0.1", int(port), ssl=context if mode == "tls" else None)
            open(folder + "/ready", "w").close()
            await server.serve_forever()

        asyncio.run(main())
        """
}
