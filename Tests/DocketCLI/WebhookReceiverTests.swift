import EventLoop
import Glibc
import Shared
import Testing
import Webhooks

@testable import CommandSupport
@testable import DevServer
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct WebhookReceiverTests {
    private let submission: SubmissionID = .random()

    /// Sends a request as a client does, and gives the answer's first line.
    private func post(_ body: [UInt8], headers: [String], to port: Int, on loop: EventLoop) async throws -> String {
        let socket = try await StreamSocket.connect(to: SocketAddress(ip: "127.0.0.1", port: port), on: loop)
        defer { socket.close() }
        let head =
            ["POST /webhooks HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "Content-Length: \(body.count)"] + headers + [
                "", "",
            ]
        try await socket.write(Array(head.joined(separator: "\r\n").utf8) + body)
        let answer = String(decoding: try await socket.read(maximum: 4096), as: UTF8.self)
        return String(answer.prefix { $0 != "\r\n" })
    }

    private func event() throws -> [UInt8] {
        let header = EventHeader(
            id: .random(), type: .submissionAccepted, source: "/docket/test", submission: submission,
            time: Timestamp(millisecondsSinceEpoch: 0), sequence: 3, tenant: .standard, journey: "proof-of-address")
        return try CanonicalJSON.encode(header)
    }

    @Test func aDeliveryIsVerifiedAndWaitedFor() async throws {
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let context = CommandContext(
            group: group, loop: loop, environment: [:], output: Terminal(descriptor: -1, environment: [:]))
        let body = try event()
        let (good, bad, delivery) = try await loop.run {
            let receiver = try WebhookReceiver.start(context)
            let port = try #require(
                receiver.target.url.split(whereSeparator: { $0 == ":" || $0 == "/" }).compactMap { Int($0) }.first)
            let signer = WebhookSigner(secrets: [try WebhookSecret(receiver.target.secret)])
            let now = time(nil)
            let signature = signer.signature(id: "e1", timestamp: now, body: body)
            let headers = ["webhook-id: e1", "webhook-timestamp: \(now)", "webhook-signature: \(signature)"]
            let good = try await post(body, headers: headers, to: port, on: loop)
            let bad = try await post(body + [32], headers: headers, to: port, on: loop)
            let delivery = try await receiver.delivery(of: .submissionAccepted, for: submission)
            await receiver.stop()
            return (good, bad, delivery)
        }
        await group.shutdown()
        #expect(good.hasPrefix("HTTP/1.1 204"))
        #expect(bad.hasPrefix("HTTP/1.1 401"))
        #expect(delivery.fault == nil)
        #expect(delivery.id == "e1")
        #expect(delivery.body == body)
    }
}
