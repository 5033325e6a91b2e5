import EventLoop
import HTTPClient

/// A receiver over TLS that does what receivers should not: by the path of a request, and with another certificate for each name that
/// it is called by. It says what connections it got, and what requests.
struct TrapServer: Sendable {
    struct Received: Decodable, Sendable {
        let connection: Int
        /// Nil for the connection itself.
        let path: String?
    }

    private let peer: PeerServer

    static func run(_ body: (TrapServer) async throws -> Void) async throws {
        try await PeerServer.run("trap", packages: ["cryptography"], script: script) { try await body(TrapServer(peer: $0)) }
    }

    var port: Int { peer.port }
    var received: [Received] { get throws { try peer.received(Received.self) } }

    func url(_ path: String, host: String = "good.example.org") -> String { "https://\(host):\(port)/\(path)" }

    /// One for which every name stands for these addresses, and which trusts the server's authority.
    func client(_ loop: EventLoop, at addresses: @escaping @Sendable () -> [String] = { ["127.0.0.1"] }) -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        configuration.certificateAuthorities = "\(peer.folder)/authority.pem"
        configuration.addresses = { _ in addresses() }
        return HTTPClient(loop: loop, configuration: configuration)
    }

    private static let script = #"""
        import asyncio, datetime, itertools, json, ssl, sys
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
        folder, port = sys.argv[1:]
        numbers = itertools.count(1)
        now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)

        def name(text):
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

        def certificate(subject, key, issuer, issuer_key, begin=now - day, end=now + day, ca=False):
            return (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer)).public_key(key.public_key())
                    .serial_number(x509.random_serial_number()).not_valid_before(begin).not_valid_after(end)
                    .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
                    .add_extension(x509.SubjectAlternativeName([x509.DNSName(subject)]), critical=False)
                    .sign(issuer_key, hashes.SHA256()))

        def new_key():
            return ec.generate_private_key(ec.SECP256R1())

        def context(host, certificate, key):
            path = f"{folder}/{host}.pem"
            with open(path, "wb") as file:
                file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
                file.write(certificate.public_bytes(serialization.Encoding.PEM))
            made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            made.load_cert_chain(path)
            return made

        authority, stranger, key = new_key(), new_key(), new_key()
        root = certificate("authority", authority, "authority", authority, ca=True)
        with open(folder + "/authority.pem", "wb") as file:
            file.write(root.public_bytes(serialization.Encoding.PEM))
        CERTIFICATES = {
            "good": certificate("good.example.org", key, "authority", authority),
            "expired": certificate("expired.example.org", key, "authority", authority, now - 2 * day, now - day),
            "future": certificate("future.example.org", key, "authority", authority, now + day, now + 2 * day),
            "selfsigned": certificate("selfsigned.example.org", key, "selfsigned.example.org", key),
            "stranger": certificate("stranger.example.org", key, "stranger", stranger),
            "othername": certificate("elsewhere.example.org", key, "authority", authority),
        }
        contexts = {f"{host}.example.org": context(host, found, key) for host, found in CERTIFICATES.items()}

        def choose(socket, host, _):
            socket.context = contexts.get(host, contexts["good.example.org"])

        def note(connection, path=None):
            with open(folder + "/received", "a") as file:
                file.write(json.dumps({"connection": connection, "path": path}) + "\n")

        async def serve(reader, writer):
            number = next(numbers)
            note(number)
            try:
                while True:
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
                    await reader.readexactly(length)
                    path = head.split(b" ")[1].decode()
                    note(number, path)
                    await answer(path, writer)
            except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
                pass
            finally:
                writer.close()

        async def answer(path, writer):
            async def send(text):
                writer.write(text.encode())
                await writer.drain()
                # Without it nobody else's turn comes, nor the news that the other side has gone.
                await asyncio.sleep(0)
            if path == "/endless":
                await send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while True:
                    await send("1000\r\n" + "x" * 4096 + "\r\n")
            if path == "/endless-head":
                await send("HTTP/1.1 200 OK\r\n")
                while True:
                    await send("X-Filler: " + "y" * 1000 + "\r\n")
            if path == "/endless-interim":
                while True:
                    await send("HTTP/1.1 102 Processing\r\nX-Filler: " + "y" * 500 + "\r\n\r\n")
            if path == "/huge":
                await send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
                while True:
                    await send("x" * 65536)
            if path in ("/drip", "/drip-head"):
                await send("HTTP/1.1 200 OK\r\n" + ("Content-Length: 1000\r\n\r\n" if path == "/drip" else "X-Slow: "))
                while True:
                    await send("x")
                    await asyncio.sleep(0.02)
            if path == "/silent":
                await asyncio.sleep(3600)
            if path == "/cut":
                await send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort")
                raise ConnectionError
            if path == "/garbage":
                await send("SSH-2.0-OpenSSH_9.2\r\n")
                raise ConnectionError
            if path == "/inward":
                await send("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n")
            elif path == "/secret":
                body = "you sent Bearer abcdefghijklmnopqrstuvwxyz \x1b[2J and whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                await send(f"HTTP/1.1 500 Oops\r\nContent-Length: {len(body)}\r\n\r\n{body}")
            else:
                await send("HTTP/1.1 204 No Content\r\n\r\n")

        async def main():
            contexts["good.example.org"].sni_callback = choose
            server = await asyncio.start_server(serve, "127.0.0.1", int(port), ssl=contexts["good.example.org"])
            open(folder + "/ready", "w").close()
            await server.serve_forever()

        asyncio.run(main())
        """#
}
