import FoundationEssentials
import Support

@testable import NotificationService

/// A push service over HTTP/2 (`h2` from PyPI) that checks requests as Apple says it does, and the provider's token with PyJWT. What
/// it answers to each token's requests, one after another, is the test's to say; 200 where nothing is said.
struct PushServer: Sendable {
    struct Received: Decodable, Sendable {
        let status: Int
        let reason: String?
        let connection: Int
        let device: String
        let bearer: String
        let keyID: String?
        let teamID: String?
        let headers: [String: String]
        let payload: Payload?
    }

    struct Payload: Decodable, Sendable {
        struct APS: Decodable, Sendable {
            struct Alert: Decodable, Sendable { let title, body: String, subtitle: String? }

            let alert: Alert
            let sound: String
        }

        let aps: APS
        let docket: [String: String]
    }

    struct Answer: Encodable, Sendable {
        var status: Int
        var reason: String?
        var headers: [String: String] = [:]
    }

    static let keyID = "ABC123DEFG"
    static let teamID = "DEF123GHIJ"
    static let topic = "org.example.app"

    /// The provider's key.
    let key: String
    private let peer: PeerServer

    static func run(_ answers: [String: [Answer]] = [:], _ body: (PushServer) async throws -> Void) async throws {
        let key = try await Program.check("openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]).text
        let publicKey = try await Program.check("openssl", ["pkey", "-pubout"], input: Array(key.utf8)).text
        let said = String(decoding: try JSONEncoder().encode(answers), as: UTF8.self)
        try await PeerServer.run(
            "push", packages: ["h2==4.1.0", "pyjwt[crypto]==2.10.1"], script: script, [keyID, teamID, topic],
            files: ["public.pem": publicKey, "answers.json": said]
        ) { try await body(PushServer(key: key, peer: $0)) }
    }

    var environment: [String: String] {
        [
            "DOCKET_APNS_KEY": key, "DOCKET_APNS_KEY_ID": Self.keyID, "DOCKET_APNS_TEAM_ID": Self.teamID,
            "DOCKET_APNS_TOPIC": Self.topic, "DOCKET_APNS_SERVER": "localhost:\(peer.port)",
            "DOCKET_APNS_CERTIFICATES": peer.certificate,
        ]
    }

    var received: [Received] { get throws { try peer.received(Received.self) } }

    private static let script = #"""
        import asyncio, itertools, json, re, ssl, sys, time
        import jwt
        from h2.config import H2Configuration
        from h2.connection import H2Connection
        from h2.events import DataReceived, RequestReceived, StreamEnded
        folder, port, key_id, team_id, topic = sys.argv[1:]
        public = open(folder + "/public.pem").read()
        answers = json.load(open(folder + "/answers.json"))
        numbers = itertools.count(1)
        UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

        def refusal(headers, body, method, path):
            """As “Handling notification responses from APNs” has it; nothing when all is as it should be."""
            if method != "POST":
                return 405, "MethodNotAllowed"
            if not re.fullmatch("/3/device/([0-9a-f]{2})+", path):
                return 404, "BadPath"
            kind, _, bearer = headers.get("authorization", "").partition(" ")
            if kind != "bearer":
                return 403, "MissingProviderToken"
            try:
                head = jwt.get_unverified_header(bearer)
                claims = jwt.decode(bearer, public, algorithms=["ES256"], issuer=team_id, options={"require": ["iss", "iat"]})
                if head != {"alg": "ES256", "kid": key_id, "typ": "JWT"} and head != {"alg": "ES256", "kid": key_id}:
                    return 403, "InvalidProviderToken"
                if set(claims) != {"iss", "iat"}:
                    return 403, "InvalidProviderToken"
                if not -60 < time.time() - claims["iat"] < 3600:
                    return 403, "ExpiredProviderToken"
            except jwt.PyJWTError:
                return 403, "InvalidProviderToken"
            if headers.get("apns-topic") != topic:
                return 400, "BadTopic"
            if headers.get("apns-push-type") != "alert":
                return 400, "InvalidPushType"
            if not UUID.fullmatch(headers.get("apns-id", "")):
                return 400, "BadMessageId"
            if headers.get("apns-priority") not in ("5", "10"):
                return 400, "BadPriority"
            if not 1 <= len(headers.get("apns-collapse-id", "")) <= 64:
                return 400, "BadCollapseId"
            if not headers.get("apns-expiration", "").isdecimal() or int(headers["apns-expiration"]) < time.time():
                return 400, "BadExpirationDate"
            if not body:
                return 400, "PayloadEmpty"
            return (413, "PayloadTooLarge") if len(body) > 4096 else None

        class Connection(asyncio.Protocol):
            def connection_made(self, transport):
                self.transport, self.number, self.streams = transport, next(numbers), {}
                assert transport.get_extra_info("ssl_object").selected_alpn_protocol() == "h2"
                self.h2 = H2Connection(config=H2Configuration(client_side=False, header_encoding="utf-8"))
                self.h2.initiate_connection()
                transport.write(self.h2.data_to_send())

            def data_received(self, data):
                for event in self.h2.receive_data(data):
                    if isinstance(event, RequestReceived):
                        self.streams[event.stream_id] = (dict(event.headers), bytearray())
                    elif isinstance(event, DataReceived):
                        self.streams[event.stream_id][1].extend(event.data)
                        self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    if isinstance(event, StreamEnded):
                        self.answer(event.stream_id, *self.streams.pop(event.stream_id))
                self.transport.write(self.h2.data_to_send())

            def answer(self, stream, headers, body):
                method, path = headers[":method"], headers[":path"]
                device = path.rsplit("/", 1)[-1]
                wrong = refusal(headers, body, method, path)
                said = {"status": 200, "headers": {}}
                if wrong:
                    said = {"status": wrong[0], "reason": wrong[1], "headers": {}}
                elif answers.get(device):
                    said = answers[device].pop(0)
                bearer = headers.get("authorization", "").partition(" ")[2]
                try:
                    known = {"keyID": jwt.get_unverified_header(bearer).get("kid"),
                             "teamID": jwt.decode(bearer, options={"verify_signature": False}).get("iss")}
                except jwt.PyJWTError:
                    known = {}
                with open(folder + "/received", "a") as file:
                    file.write(json.dumps({
                        "status": said["status"], "reason": said.get("reason"), "connection": self.number, "device": device,
                        "bearer": bearer, "headers": {k: v for k, v in headers.items() if not k.startswith(":")},
                        "payload": json.loads(body) if body else None, **known}) + "\n")
                content = b""
                if said["status"] != 200:
                    content = json.dumps({"reason": said.get("reason"), "timestamp": 1793437507123}).encode()
                self.h2.send_headers(stream, [(":status", str(said["status"])), ("apns-id", headers.get("apns-id", "")),
                                              *said["headers"].items()], end_stream=not content)
                if content:
                    self.h2.send_data(stream, content, end_stream=True)

        async def main():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
            context.set_alpn_protocols(["h2"])
            server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", int(port), ssl=context)
            open(folder + "/ready", "w").close()
            await server.serve_forever()

        asyncio.run(main())
        """#
}
