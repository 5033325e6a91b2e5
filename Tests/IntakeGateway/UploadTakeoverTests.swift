import Crypto
import EventLoop
import Glibc
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Connections that fail, processes that stop, and others that take over. The names in quotes are those of tusd's end-to-end
/// tests that these are the counterparts of.
@Suite(.timeLimit(.minutes(2)))
struct UploadTakeoverTests {
    let content = SampleFiles.jpeg(1, size: 600_000)

    private static let draft = [("Upload-Draft-Interop-Version", "6")]

    private func patchHead(_ upload: String, _ client: WireClient, at offset: Int, length: Int?) -> [UInt8] {
        client.requestHead(
            "PATCH", upload,
            [TusClient.version, TusClient.bytes, ("Upload-Offset", String(offset))]
                + (length == nil ? [("Transfer-Encoding", "chunked")] : []), length: length)
    }

    /// A PATCH of which half was sent and half of that acknowledged or not: nothing says so but the bytes.
    private func halfSent(_ upload: String, _ gateway: GatewayUnderTest) async throws -> UploadConnection {
        let connection = try await UploadConnection(gateway.client)
        try await connection.write(patchHead(upload, gateway.client, at: 0, length: content.count))
        try await connection.write(Array(content[..<300_000]))
        return connection
    }

    /// Until bytes of it have arrived in the store.
    private func untilAcknowledged(_ gateway: GatewayUnderTest, _ offset: Int) async throws {
        try await eventually("bytes are acknowledged") {
            try await gateway.pool.query("select 1 from uploads where received >= \(offset)").count == 1
        }
    }

    @Test func oneRequestAfterTheOther() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<400_000])).status == 204)
            #expect(try await gateway.tus.offset(upload) == 400_000)
            #expect(try await gateway.tus.patch(upload, at: 400_000, Array(content[400_000...])).status == 204)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }

    @Test func aBodyThatStallsIsEndedAndKept() async throws {
        try await GatewayUnderTest.run(.init(bodyAllowance: .milliseconds(300))) { gateway in
            let upload = try await gateway.tus.begin(try await gateway.document(try await gateway.draft()), length: content.count)
            let connection = try await halfSent(upload, gateway)
            let answer = try await connection.finalHead()
            #expect(answer.final.status == 408)
            #expect(answer.final.headers["tus-resumable"] == "1.0.0")
            #expect(try await gateway.tus.offset(upload) == 300_000)
            #expect(try await gateway.tus.patch(upload, at: 300_000, Array(content[300_000...])).status == 204)
            await connection.close()
        }
    }

    @Test func aConnectionThatClosesLeavesWhatItBrought() async throws {
        try await GatewayUnderTest.run { gateway in
            let upload = try await gateway.tus.begin(try await gateway.document(try await gateway.draft()), length: content.count)
            let connection = try await halfSent(upload, gateway)
            await connection.endWriting()
            // The gateway has seen the end when it has closed its own side, or answered.
            _ = try? await connection.finalHead()
            await connection.close()
            #expect(try await gateway.tus.offset(upload) == 300_000)
            #expect(try await gateway.tus.patch(upload, at: 300_000, Array(content[300_000...])).status == 204)
        }
    }

    @Test func aConnectionThatIsResetLeavesWhatWasRead() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            let socket = try RawSocket(port: try #require(gateway.address.port))
            try socket.write(patchHead(upload, gateway.client, at: 0, length: content.count) + content[..<300_000])
            try await untilAcknowledged(gateway, 300_000)
            socket.reset()
            let offset = try await gateway.tus.offset(upload)
            #expect(offset == 300_000)
            #expect(try await gateway.tus.patch(upload, at: offset, Array(content[offset...])).status == 204)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }

    /// The first request holds its connection open and sends nothing more: nobody waits for it.
    @Test func aNewerRequestTakesOverAtOnce() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            let stalled = try await halfSent(upload, gateway)
            try await untilAcknowledged(gateway, 300_000)
            #expect(try await gateway.tus.offset(upload) == 300_000)
            // The older request was told, and is over.
            let answer = try await stalled.finalHead()
            #expect(answer.final.status == 409)
            #expect(try await gateway.tus.patch(upload, at: 300_000, Array(content[300_000...])).status == 204)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            await stalled.close()
        }
    }

    @Test func moreThanWasAnnouncedIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: 100_000)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<100_001])).status == 413)
            #expect(try await gateway.tus.offset(upload) == 0)
            // Without a Content-Length only the bytes tell; then the file is not what it was said to be.
            let connection = try await UploadConnection(gateway.client)
            let chunk = Array("30d40\r\n".utf8) + content[..<200_000] + Array("\r\n".utf8)
            try await connection.write(patchHead(upload, gateway.client, at: 0, length: nil) + chunk)
            let answer = try await connection.finalHead()
            #expect(answer.final.status == 413)
            await connection.close()
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(gateway.storedFiles(draft).isEmpty)
            #expect(gateway.partialFiles.isEmpty)
        }
    }

    /// What an earlier request brought counts: each of them alone is shorter than what was announced.
    @Test func moreThanIsLeftOfWhatWasAnnouncedIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: 100_000)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<60_000])).status == 204)
            #expect(try await gateway.tus.patch(upload, at: 60_000, Array(content[60_000..<100_001])).status == 413)
            #expect(try await gateway.tus.offset(upload) == 60_000)
            let connection = try await UploadConnection(gateway.client)
            let chunk = Array("9c41\r\n".utf8) + content[60_000..<100_001] + Array("\r\n0\r\n\r\n".utf8)
            try await connection.write(patchHead(upload, gateway.client, at: 60_000, length: nil) + chunk)
            #expect(try await connection.finalHead().final.status == 413)
            await connection.close()
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(gateway.storedFiles(draft).isEmpty)
            #expect(gateway.partialFiles.isEmpty)
        }
    }

    @Test func aDeletedUploadStopsItsWriter() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            let connection = try await halfSent(upload, gateway)
            try await untilAcknowledged(gateway, 300_000)
            #expect(try await gateway.client.send("DELETE", upload, headers: [TusClient.version]).status == 204)
            #expect(try await connection.finalHead().final.status == 409)
            await connection.close()
            #expect(gateway.partialFiles.isEmpty)
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.aborted.v1")
        }
    }

    @Test func aGatewayThatStopsKeepsWhatArrived() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: content.count)
            var connection: UploadConnection?
            // It is stopped while half of a body has come, and ends in good order all the same.
            try await gateway.withReplica { replica in
                connection = try await halfSent(upload, replica)
                try await eventually("the bytes have arrived") {
                    let writing = try await replica.pool.query("select 1 from uploads where is_writing")
                    return writing.count == 1 && replica.partialFiles.count == 1
                }
            }
            await connection?.close()
            let row = try await gateway.pool.query("select is_writing, received from uploads")
            #expect(try row.first?.decode("is_writing", as: Bool.self) == false)
            let offset = try await gateway.tus.offset(upload)
            #expect(try row.first?.decode("received", as: Int.self) == offset)
            #expect(try await gateway.tus.patch(upload, at: offset, Array(content[offset...])).status == 204)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }

    /// The heart of the fence: a writer of another process goes on after it was taken over from.
    @Test func whatAStoppedWriterStillSendsChangesNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            try await gateway.withReplica { replica in
                let draft = try await gateway.draft()
                let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
                let zombie = try await halfSent(upload, gateway)
                try await untilAcknowledged(gateway, 300_000)
                #expect(try await replica.tus.offset(upload) == 300_000)
                // Other bytes than those that count.
                try await zombie.write([UInt8](repeating: 0, count: 100_000))
                #expect(try await replica.tus.patch(upload, at: 300_000, Array(content[300_000..<500_000])).status == 204)
                try? await zombie.write([UInt8](repeating: 0, count: 100_000))
                #expect(try await zombie.finalHead().final.status == 409)
                #expect(try await replica.tus.offset(upload) == 500_000)
                #expect(try await replica.tus.patch(upload, at: 500_000, Array(content[500_000...])).status == 204)
                #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
                let page = try await gateway.submission(draft)["documents"]?[0]?["pages"]?[0]
                #expect(page?["digest"]?.string == ContentDigest(of: content).description)
                let original = try #require(page?["links"]?["original"]?.string)
                #expect(try await gateway.client.send("GET", original).body == content)
                #expect(gateway.partialFiles.isEmpty)
                await zombie.close()
            }
        }
    }

    @Test func begunByTusFinishedByAnIETFClientElsewhere() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<250_000])).status == 204)
            try await gateway.withReplica { replica in
                let head = try await replica.client.send("HEAD", upload, headers: Self.draft)
                #expect(head.headers["upload-offset"] == "250000")
                #expect(head.headers["upload-length"] == "600000")
                let last = try await replica.client.send(
                    "PATCH", upload,
                    headers: Self.draft + [
                        ("Upload-Complete", "?1"), ("Upload-Offset", "250000"), ("Content-Type", "application/partial-upload"),
                    ], body: Array(content[250_000...]))
                #expect(last.status == 201, "\(last.text)")
                #expect(try last.json()["digest"]?.string == ContentDigest(of: content).description)
            }
            #expect(try await gateway.tus.offset(upload) == content.count)
        }
    }

    @Test func begunByAnIETFClientFinishedByTus() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let created = try await gateway.client.send(
                "POST", "/v1/uploads?document=\(document.split(separator: "/").last ?? "")",
                headers: Self.draft + [("Upload-Complete", "?0"), ("Content-Type", "image/jpeg")],
                body: Array(content[..<250_000]))
            #expect(created.status == 201)
            let upload = try #require(created.headers["location"])
            #expect(try await gateway.tus.head(upload).headers["upload-defer-length"] == "1")
            let length = ("Upload-Length", String(content.count))
            let last = try await gateway.tus.patch(upload, at: 250_000, Array(content[250_000...]), headers: [length])
            #expect(last.status == 204, "\(last.text)")
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }

    /// The process died between the last acknowledgement and the page.
    @Test func aWholeUploadWithoutAPageIsCompletedWhenAskedFor() async throws {
        // What is missing is put where it lies.
        try await GatewayUnderTest.run(.init(isSealing: false)) { gateway in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<599_999])).status == 204)
            let part = try #require(gateway.partialFiles.first)
            let file = open("\(gateway.blobFolder)/.partial/\(part)", O_WRONLY | O_APPEND)
            #expect(write(file, [content[599_999]], 1) == 1)
            close(file)
            try await gateway.pool.execute("update uploads set received = 600000, digest_state = null, is_writing = true")
            let head = try await gateway.tus.head(upload)
            #expect(head.status == 200)
            #expect(head.headers["upload-offset"] == "600000")
            #expect(head.headers["content-location"] != nil)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }

    @Test func anUploadExpiresAndIsCleanedUp() async throws {
        try await GatewayUnderTest.run(.init(uploadExpiry: .seconds(1))) { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: content.count)
            _ = try await gateway.tus.patch(upload, at: 0, Array(content[..<1_000]))
            try await eventually("the upload is given up") {
                try await gateway.eventTypes(draft).last == "com.docket.upload.aborted.v1"
            }
            try await eventually("its bytes are gone") { gateway.partialFiles.isEmpty }
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(try await gateway.tus.patch(upload, at: 1_000, [1]).status == 410)
        }
    }

    /// An upload that is whole can be no page for now: its file is in its place already, and would stay there.
    @Test func aFileThatBecameNoPageIsErased() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let digest = ContentDigest(of: content)
            func condemned() async throws -> Bool {
                try await !gateway.pool.query("select from blob_erasures where digest = \(digest.bytes)").isEmpty
            }
            try await gateway.pool.execute("alter table pages add constraint none check (false) not valid")
            let upload = try await gateway.tus.begin(document, length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, content).status >= 400)
            #expect(try await condemned())
            // Once it is a page after all, it is kept.
            try await gateway.pool.execute("alter table pages drop constraint none")
            #expect(try await gateway.tus.patch(upload, at: content.count, []).status == 204)
            #expect(try await !condemned())
        }
    }

    @Test func whatNothingRefersToIsErasedAfterItsGrace() async throws {
        try await GatewayUnderTest.run(.init(uploadExpiry: .seconds(1))) { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let gone = try await gateway.page(document, SampleFiles.jpeg(1))
            _ = try await gateway.page(document, SampleFiles.jpeg(2))
            #expect(try await gateway.confirmed("DELETE", gone).status == 204)
            #expect(gateway.storedFiles(draft).count == 2)
            // A day later, by the word of the rows and of the files.
            for name in gateway.storedFiles(draft) {
                let past = timespec(tv_sec: time(nil) - 86_400, tv_nsec: 0)
                utimensat(AT_FDCWD, "\(gateway.blobFolder)/acme/\(draft)/\(name)", [past, past], 0)
            }
            try await gateway.pool.execute("update blob_erasures set erase_after = now()")
            try await eventually("the bytes are gone") { gateway.storedFiles(draft).count == 1 }
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: SampleFiles.jpeg(2), in: draft)])
            try await eventually("the queue is empty") {
                try await gateway.pool.query("select 1 from blob_erasures").isEmpty
            }
        }
    }
}

/// A socket whose connection can be reset.
private final class RawSocket {
    private let descriptor: CInt

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Program.Failed(description: "connect: \(errno)") }
    }

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, 0) }
            guard count > 0 else { throw Program.Failed(description: "send: \(errno)") }
            sent += count
        }
    }

    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }
}
