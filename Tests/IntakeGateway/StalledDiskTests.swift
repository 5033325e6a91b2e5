import BlobStore
import EventLoop
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A disk that takes nothing for a while: nobody is kept waiting for it, and nothing is lost by it.
@Suite(.timeLimit(.minutes(2)))
struct StalledDiskTests {
    let content = SampleFiles.jpeg(1, size: 3_000_000)

    private func run(_ body: (GatewayUnderTest, StallingBlobStore) async throws -> Void) async throws {
        let made = AsyncSignal<StallingBlobStore>()
        var options = GatewayUnderTest.Options(longestPause: .milliseconds(300))
        options.blobs = { files in
            let store = StallingBlobStore(files)
            made.send(store)
            return store
        }
        try await GatewayUnderTest.run(options) { gateway in
            let store = try await made.wait()
            defer { store.resume() }
            try await body(gateway, store)
        }
    }

    @Test func aFileIsRefusedInsteadOfKeptWaitingAndLeavesNothing() async throws {
        try await run { gateway, store in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            store.stall()
            let answer = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: content)
            #expect(answer.status == 503)
            #expect(answer.problem == "unavailable")
            #expect(answer.headers["retry-after"] == "2")
            // Others, whose content is short, are answered all the while.
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(draft)").status == 200)
            store.resume()
            try await eventually("nothing of it is left") { store.waiting == 0 && gateway.unfinishedFiles.isEmpty }
            #expect(gateway.storedFiles(draft).isEmpty)
            try await eventually("it is taken when it is sent again") {
                try await gateway.client.send(
                    "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: content
                ).status == 201
            }
        }
    }

    @Test func anUploadIsRefusedAndKeepsWhatItHadTaken() async throws {
        try await run { gateway, store in
            let draft = try await gateway.draft()
            let upload = try await gateway.tus.begin(try await gateway.document(draft), length: content.count)
            try await eventually("a third is taken") {
                let offset = try await gateway.tus.offset(upload)
                guard offset < 1_000_000 else { return true }
                return try await gateway.tus.patch(upload, at: offset, Array(content[offset..<1_000_000])).status == 204
            }
            store.stall()
            // The second finds the first one still at work: it is not kept waiting for that either.
            for _ in 1...2 {
                let answer = try await gateway.tus.patch(upload, at: 1_000_000, Array(content[1_000_000...]))
                #expect(answer.status == 503)
                #expect(answer.headers["tus-resumable"] == "1.0.0")
                #expect(answer.headers["retry-after"] == "2")
            }
            store.resume()
            try await eventually("it goes on from where it was") {
                let offset = try await gateway.tus.offset(upload)
                guard offset < content.count else { return true }
                #expect(offset >= 1_000_000)
                return try await gateway.tus.patch(upload, at: offset, Array(content[offset...])).status == 204
            }
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            try await eventually("nothing else is left") { gateway.partialFiles.isEmpty }
        }
    }

    /// A disk that takes every byte and makes none durable: no offset is recorded, and no request answered, before it does.
    @Test func noOffsetIsRecordedBeforeItsBytesAreDurable() async throws {
        try await run { gateway, store in
            func recorded() async throws -> [Int] {
                try await gateway.pool.query("select received from uploads order by received").map { try $0.decode("received") }
            }
            let document = try await gateway.document(try await gateway.draft())
            let (whole, running) = (
                try await gateway.tus.begin(document, length: 400_000), try await gateway.tus.begin(document, length: 400_000)
            )
            store.stallSyncs()
            // One request has sent all that it has, and another sends on: the first waits for its end, the second for its next sign.
            let ended = try await UploadConnection(gateway.client)
            let open = try await UploadConnection(gateway.client)
            for (connection, upload, length) in [(ended, whole, 100_000), (open, running, 200_000)] {
                let head = gateway.client.requestHead(
                    "PATCH", upload, [TusClient.version, TusClient.bytes, ("Upload-Offset", "0")], length: length)
                try await connection.write(head + content[..<100_000])
            }
            try await eventually("both wait for the disk") { store.waiting == 2 }
            #expect(try await recorded() == [0, 0])
            store.resume()
            let answer = try await ended.finalHead().final
            #expect(answer.status == 204 && answer.headers["upload-offset"] == "100000")
            try await eventually("both are recorded") { try await recorded() == [100_000, 100_000] }
            await ended.close()
            await open.close()
        }
    }

    /// A database that commits no offset: none is told, neither between the answers nor at the end.
    @Test func noOffsetIsToldBeforeItIsRecorded() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            try await gateway.pool.query("create sequence tries")
            try await gateway.pool.query(
                """
                create function refuse() returns trigger language plpgsql
                    as 'begin perform nextval(''tries''); raise exception ''no room''; end'
                """)
            try await gateway.pool.query(
                """
                create trigger refuse before update on uploads for each row when (new.received > 0)
                    execute function refuse()
                """)
            let connection = try await UploadConnection(gateway.client)
            let id = document.split(separator: "/").last ?? ""
            try await connection.write(
                gateway.client.requestHead(
                    "POST", "/v1/uploads?document=\(id)",
                    [("Upload-Draft-Interop-Version", "6"), ("Upload-Complete", "?0"), ("Content-Type", "image/jpeg")],
                    length: 300_000) + content[..<200_000])
            try await eventually("it was tried to record it") {
                try await gateway.pool.query("select from tries where is_called and last_value >= 2").count == 1
            }
            try await connection.write(Array(content[200_000..<300_000]))
            let heads = try await connection.finalHead()
            #expect(heads.final.status >= 500)
            #expect((heads.interim + [heads.final]).allSatisfy { ["0", nil].contains($0.headers["upload-offset"]) })
            await connection.close()
        }
    }
}
