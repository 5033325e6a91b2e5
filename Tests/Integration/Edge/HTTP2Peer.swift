import FoundationEssentials
import Support
import Testing

/// An HTTP/2 client that we did not write (`h2` from PyPI), for what curl cannot do: hold one request of a connection back while
/// others go on.
struct HTTP2Peer: Sendable {
    struct Answer: Decodable, Sendable {
        struct Interim: Decodable, Sendable {
            let status: Int
            let location: String?
            let offset: String?
        }

        /// Of the upload, before its end.
        let interim: [Interim]
        let status: Int
        let body: String
        let retryAfter: String?
        /// Status codes of the requests that were made while the upload stood still.
        let others: [Int]
    }

    private let python: String

    /// Cancels the test where there is no Python or no PyPI.
    init() async throws {
        do {
            python = try await PythonPeers.interpreter(with: ["h2==4.1.0"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
    }

    /// Sends a file in one request, stands still after half of it, makes `others` requests to `/health/live` on the same
    /// connection, one after the other, and sends the rest.
    func upload(
        _ file: String, to path: String, headers: [String: String], others: Int, through edge: RunningEdge
    ) async throws -> Answer {
        let fields = String(decoding: try JSONEncoder().encode(headers), as: UTF8.self)
        let result = try await Program.check(
            python,
            [
                "-c", Self.connection + Self.standingStill, String(edge.port), edge.certificate, path, fields, file,
                String(others),
            ])
        return try JSONDecoder().decode(Answer.self, from: Data(result.output))
    }

    /// Sends a file in one PATCH as fast as it is taken, but for its last byte, and makes requests to `/health/live` on the same
    /// connection all the while, one after each quarter of a megabyte and then on and on, until the upload is answered.
    func push(_ file: String, to path: String, headers: [String: String], through edge: RunningEdge) async throws -> Answer {
        let fields = String(decoding: try JSONEncoder().encode(headers), as: UTF8.self)
        let result = try await Program.check(
            python, ["-c", Self.connection + Self.pushing, String(edge.port), edge.certificate, path, fields, file])
        return try JSONDecoder().decode(Answer.self, from: Data(result.output))
    }

    /// A connection, and what is done on it.
    private static let connection = """
        import json, socket, ssl, sys
        import h2.config, h2.connection, h2.events

        port, authority, path, fields, file, *others = sys.argv[1:]
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        wire = context.wrap_socket(socket.create_connection(("127.0.0.1", int(port)), 30), server_hostname="localhost")
        peer = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
        peer.initiate_connection()
        interim, answers, waits, bodies, ended = [], {}, {}, {}, set()

        def flush():
            wire.sendall(peer.data_to_send())

        def receive():
            data = wire.recv(65536)
            if not data:
                raise SystemExit("the edge closed the connection")
            for event in peer.receive_data(data):
                if isinstance(event, h2.events.InformationalResponseReceived):
                    head = dict(event.headers)
                    interim.append({"status": int(head[":status"]), "location": head.get("location"),
                                    "offset": head.get("upload-offset")})
                elif isinstance(event, h2.events.ResponseReceived):
                    answers[event.stream_id] = int(dict(event.headers)[":status"])
                    waits[event.stream_id] = dict(event.headers).get("retry-after")
                elif isinstance(event, h2.events.DataReceived):
                    bodies[event.stream_id] = bodies.get(event.stream_id, b"") + event.data
                    peer.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
                    ended.add(event.stream_id)
            flush()

        def head(method, path, more):
            stream = peer.get_next_available_stream_id()
            peer.send_headers(stream, [(":method", method), (":scheme", "https"), (":authority", f"localhost:{port}"),
                                       (":path", path)] + more, end_stream=method == "GET")
            flush()
            return stream

        def send(stream, data):
            while data and stream not in ended:
                room = min(peer.local_flow_control_window(stream), peer.max_outbound_frame_size, len(data))
                if room == 0:
                    receive()
                    continue
                peer.send_data(stream, data[:room])
                data = data[room:]
                flush()

        def ask():
            stream = head("GET", "/health/live", [])
            while stream not in ended:
                receive()
            return answers.get(stream, 0)

        def tell(upload, statuses):
            print(json.dumps({"interim": interim, "status": answers.get(upload, 0), "others": statuses,
                              "retryAfter": waits.get(upload), "body": bodies.get(upload, b"").decode("utf-8", "replace")}))

        fields = [(name.lower(), value) for name, value in json.loads(fields).items()]

        """

    private static let standingStill = """
        content = open(file, "rb").read()
        upload = head("POST", path, fields + [("content-length", str(len(content)))])
        send(upload, content[: len(content) // 2])
        statuses = []
        for _ in range(int(others[0])):
            statuses.append(ask())
        send(upload, content[len(content) // 2:])
        if upload not in ended:
            peer.end_stream(upload)
            flush()
        while upload not in ended:
            receive()
        tell(upload, statuses)
        """

    private static let pushing = """
        content = open(file, "rb").read()
        upload = head("PATCH", path, fields + [("content-length", str(len(content)))])
        statuses, sent = [], 0
        while upload not in ended:
            piece = content[sent:min(sent + 250_000, len(content) - 1)]
            sent += len(piece)
            send(upload, piece)
            statuses.append(ask())
        tell(upload, statuses)
        """
}
