import Crypto
import EventLoop
import FoundationEssentials
import Glibc
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The gateway is killed in the middle of a body, its disk runs full; clients are other people's programs.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct UploadRestartTests {
    let content = SampleFiles.jpeg(1, size: 20_000_000)

    @Test func afterSIGKILLTheOffsetIsAtLeastWhatWasAnnounced() async throws {
        try await GatewayProcess.run { gateway in
            let document = try await gateway.document()
            let target = "/v1/uploads?document=\(document.split(separator: "/").last ?? "")"
            let connection = try await UploadConnection(try gateway.client)
            let headers = [("Upload-Draft-Interop-Version", "8"), ("Upload-Complete", "?1"), ("Content-Type", "image/jpeg")]
            try await connection.write(
                try gateway.client.requestHead("POST", target, headers, length: content.count) + content[..<19_000_000])
            let upload = try #require(try await connection.nextHead().headers["location"])
            var announced = 0
            while announced < 10_000_000 {
                announced = try #require(try await connection.nextHead().headers["upload-offset"].flatMap { Int($0) })
            }
            await gateway.kill()
            await connection.close()
            try await gateway.start()
            let named = [("Upload-Draft-Interop-Version", "8")]
            let head = try await gateway.client.send("HEAD", upload, headers: named)
            let offset = try #require(head.headers["upload-offset"].flatMap { Int($0) })
            #expect(offset >= announced)
            let last = try await gateway.client.send(
                "PATCH", upload,
                headers: named + [
                    ("Upload-Complete", "?1"), ("Upload-Offset", String(offset)), ("Content-Type", "application/partial-upload"),
                ], body: Array(content[offset...]))
            #expect(last.status == 201, "\(last.text)")
            #expect(try last.json()["digest"]?.string == Self.digest(of: content))
        }
    }

    @Test func tuspyUploadsAndResumesAfterSIGKILL() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["tuspy"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        try await GatewayProcess.run { gateway in
            let document = try await gateway.document()
            let folder = try TemporaryFolder("tuspy")
            try Data(content).write(to: URL(filePath: "\(folder.path)/bill.jpg"))
            let url = "http://127.0.0.1:\(gateway.port)"
            let target = "\(url)/v1/uploads?document=\(document.split(separator: "/").last ?? "")"
            let arguments = ["-c", Self.script, target, GatewayUnderTest.token, "\(folder.path)/bill.jpg", "\(folder.path)/url"]
            let first = try await Program.start(python, arguments + ["begin"])
            // Its body comes slowly; some of it is acknowledged, and the rest is on its way.
            try await eventually("bytes are acknowledged", within: .seconds(60)) {
                try await gateway.database.pool.query("select 1 from uploads where received > 0").count == 1
            }
            await gateway.kill()
            let status = await first.process.wait()
            #expect(status.isSuccess == false, "\(first.output)")
            try await gateway.start()
            let second = try await Program.check(python, arguments + ["resume"], limit: .seconds(120))
            let offset = try #require(Int(second.text.filter { !$0.isWhitespace }))
            #expect(offset > 0 && offset < content.count)
            let row = try #require(try await gateway.database.pool.query("select state, digest from uploads").first)
            #expect(try row.decode("state", as: String.self) == "completed")
            #expect("sha256:\(Hex.encode(try row.decode("digest", as: [UInt8].self)))" == Self.digest(of: content))
        }
    }

    /// tuspy hands each part to its HTTP client as a whole, so that is what is slowed down: mid-body is somewhere then.
    private static let script = """
        import http.client, sys, time
        from tusclient import client
        target, token, path, place, mode = sys.argv[1:]
        tus = client.TusClient(target, headers={"Authorization": "Bearer " + token})
        if mode == "begin":
            send = http.client.HTTPConnection.send
            def slowly(connection, data):
                if not isinstance(data, bytes) or len(data) < 1_000_000:
                    return send(connection, data)
                for start in range(0, len(data), 200_000):
                    send(connection, data[start:start + 200_000])
                    time.sleep(0.1)
            http.client.HTTPConnection.send = slowly
            uploader = tus.uploader(path, metadata={"filename": "bill.jpg", "filetype": "image/jpeg"})
            uploader.set_url(uploader.create_url())
            open(place, "w").write(uploader.url)
        else:
            uploader = tus.uploader(path, url=open(place).read())
            print(uploader.offset)
        uploader.upload()
        """

    @Test func aFullDiskLosesNothing() async throws {
        let probe = try? await Program.run("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"])
        guard probe?.status.isSuccess == true else {
            try Test.cancel("a file system of its own is not allowed here (unshare -rm, mount -t tmpfs)")
        }
        try await GatewayProcess.run { gateway in
            let document = try await gateway.document()
            await gateway.kill()
            // The blobs lie on a disk of eight megabytes, which is remade larger by hand later.
            let small = "mount -t tmpfs -o size=8m tmpfs \"$0\" && exec \"$@\""
            try await gateway.start(through: ["unshare", "-rm", "sh", "-c", small, gateway.folder])
            let tus = TusClient(wire: try gateway.client)
            let upload = try await tus.begin(document, length: content.count)
            let answer = try await tus.patch(upload, at: 0, content)
            #expect(answer.status == 507)
            #expect(answer.problem == "storage-full")
            let kept = try #require(answer.headers["upload-offset"].flatMap { Int($0) })
            #expect(kept > 1_000_000 && kept < 9_000_000)
            #expect(try await tus.offset(upload) == kept)
            let again = try await tus.patch(upload, at: kept, Array(content[kept...]))
            #expect(again.status == 507)
            #expect(try await tus.offset(upload) >= kept)
            // A smaller upload goes through once the other one has gone.
            #expect(try await gateway.client.send("DELETE", upload, headers: [TusClient.version]).status == 204)
            let other = SampleFiles.jpeg(2, size: 3_000_000)
            #expect(try await tus.create(document, length: other.count, body: other).status == 201)
        }
    }

    @Test func curlShowsThe104s() async throws {
        try await GatewayProcess.run { gateway in
            let document = try await gateway.document()
            let folder = try TemporaryFolder("curl")
            try Data(SampleFiles.jpeg(size: 3_000_000)).write(to: URL(filePath: "\(folder.path)/bill.jpg"))
            let url = "http://127.0.0.1:\(gateway.port)\(document)/pages"
            let result = try await Program.check(
                "curl",
                [
                    "-s", "-i", "--limit-rate", "1M", "--max-time", "60", "-H", "Authorization: Bearer \(GatewayUnderTest.token)",
                    "-H", "Content-Type: image/jpeg", "-H", "Upload-Draft-Interop-Version: 8", "-H", "Upload-Complete: ?1",
                    "--data-binary", "@\(folder.path)/bill.jpg", url,
                ], limit: .seconds(90))
            let answers = result.text.components(separatedBy: "HTTP/1.1 ").dropFirst()
            let interim = answers.filter { $0.hasPrefix("104 Upload Resumption Supported") }
            #expect(interim.first?.contains("Location: /v1/uploads/") == true)
            #expect(interim.count >= 2)
            #expect(interim.dropFirst().allSatisfy { $0.contains("Upload-Offset: ") })
            #expect(answers.last?.hasPrefix("201 Created") == true)
        }
    }

    static func digest(of bytes: [UInt8]) -> String { "sha256:\(Hex.encode(Digest.hash(bytes)))" }
}
