import DocumentFixtures
import EventLoop
import FoundationEssentials
import Glibc
import Support
import Testing

extension OwnRuns {
    /// What clients meet that come in through HAProxy, as `deploy/haproxy.cfg` has it.
    @Suite struct EdgeTests {
        @Test func anUploadIsToldItsAddressAndHoldsUpNobodyThoughItStandsStill() async throws {
            let peer = try await HTTP2Peer()
            try await RunningEdge.run { edge in
                let (_, document) = try await edge.draft()
                let file = try edge.photo()
                let answer = try await peer.upload(
                    file, to: "/v1/uploads?document=\(document)",
                    headers: [
                        "content-type": "image/jpeg", "upload-draft-interop-version": "6", "upload-complete": "?1",
                    ], others: 20, through: edge)
                #expect(answer.interim.contains { $0.status == 104 && $0.location?.contains("/v1/uploads/") == true })
                #expect(answer.others == Array(repeating: 200, count: 20))
                #expect((200..<300).contains(answer.status), "\(answer)")
            }
        }

        /// A gateway that stopped reading would stop the whole connection.
        @Test func anUploadThatTheDiskHoldsUpIsRefusedAndHoldsUpNobody() async throws {
            let peer = try await HTTP2Peer()
            let disk = try await StalledDisk()
            try await RunningEdge.run(gateway: disk.environment) { edge in
                let (submission, document) = try await edge.draft()
                let file = try edge.photo(comments: 350)
                let bytes = try #require(ProcFile.bytes(file))
                let path = try await edge.tusUpload(of: bytes.count, in: document)
                #expect(try await edge.patch(path, bytes, from: 0, to: 100_000).status == 204)
                try disk.stall()
                let rest = "\(edge.folder)/rest"
                try FileBytes.write(Array(bytes[100_000...]), to: rest)
                let answer = try await peer.push(
                    rest, to: path,
                    headers: [
                        "tus-resumable": "1.0.0", "upload-offset": "100000", "content-type": "application/offset+octet-stream",
                    ], through: edge)
                #expect(answer.status == 503, "\(answer)")
                #expect(answer.retryAfter == "2")
                #expect(answer.others.count > 1 && answer.others.allSatisfy { $0 == 200 }, "\(answer.others)")
                try disk.resume()
                try await eventually("it goes on from where it was") {
                    let head = try await edge.curl(path, ["-I", "-H", "tus-resumable: 1.0.0"])
                    let offset = try #require(Int(head.headers["upload-offset"] ?? ""), "\(head)")
                    #expect(offset >= 100_000)
                    guard offset < bytes.count else { return true }
                    return try await edge.patch(path, bytes, from: offset, to: bytes.count).status == 204
                }
                let read = try await edge.curl("/v1/submissions/\(submission)")
                #expect(String(decoding: read.body, as: UTF8.self).contains("\"pages\":[{"), "\(read)")
            }
        }

        @Test func anEarlyRefusalIsReadEachTime() async throws {
            try await RunningEdge.run { edge in
                let (submission, document) = try await edge.draft()
                let file = "\(edge.folder)/not-a-photo"
                try FileBytes.write(Array(repeating: UInt8(ascii: "x"), count: 12_000_000), to: file)
                let path = "/v1/submissions/\(submission)/documents/\(document)/pages"
                try await withThrowingTaskGroup(of: Void.self) { lanes in
                    for version in ["--http1.1", "--http2"] {
                        lanes.addTask {
                            for attempt in 1...50 {
                                let answer = try await edge.curl(
                                    path, [version, "-X", "POST", "-H", "content-type: image/jpeg", "-H", "expect:", "-T", file])
                                #expect(answer.status == 415, "\(version), attempt \(attempt): \(answer)")
                                #expect(answer.problem != nil, "\(version), attempt \(attempt): \(answer)")
                                #expect(answer.sentBytes < 12_000_000, "\(version), attempt \(attempt): all of it was sent")
                            }
                        }
                    }
                    try await lanes.waitForAll()
                }
                // Nobody had to send twice to learn it: the edge saw each request once.
                let seen = try await eventually("the last one is logged") {
                    let lines = edge.haproxy.output.split(separator: "\n").filter {
                        $0.contains(#""method":"POST""#) && $0.contains("/pages\"")
                    }
                    return lines.count >= 100 ? lines : nil
                }
                #expect(seen.count == 100)
            }
        }

        @Test func anUploadGoesOnAtTheOtherGatewayWhenItsOwnIsKilled() async throws {
            try await RunningEdge.run { edge in
                let (submission, document) = try await edge.draft()
                let file = try edge.photo()
                let bytes = try #require(ProcFile.bytes(file))
                let path = try await edge.tusUpload(of: bytes.count, in: document)

                // A slow phone, of another dialect; it would take ten seconds.
                let slow = try await Program.start(
                    "curl",
                    [
                        "-sS", "-v", "--cacert", edge.certificate, "-X", "PATCH", "-H", "upload-offset: 0", "-H",
                        "upload-complete: ?1", "-H", "upload-draft-interop-version: 6", "-H",
                        "content-type: application/partial-upload", "-H", "expect:", "--limit-rate", String(bytes.count / 10),
                        "-T", file, edge.url + path,
                    ])
                let announced = try await eventually("it is told how much has arrived") {
                    if let status = slow.process.status { throw Hopeless(description: "curl \(status): \(slow.output)") }
                    return slow.output.split(whereSeparator: \.isNewline).compactMap { line in
                        line.hasPrefix("< upload-offset:") ? Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) : nil
                    }.last { $0 > 0 }
                }
                let own = try #require(edge.gateways.first { $0.holdsFile(under: "\(edge.folder)/blobs") })
                own.program.process.signal(SIGKILL)
                let head = try await edge.curl(path, ["-I", "-H", "tus-resumable: 1.0.0"])
                let before = try #require(Int(head.headers["upload-offset"] ?? ""), "\(head)")
                #expect(before >= announced && before < bytes.count)
                await slow.stop()
                let half = try await edge.patch(path, bytes, from: before, to: (before + bytes.count) / 2)
                #expect(half.status == 204, "\(half)")
                let last = try await edge.patch(path, bytes, from: (before + bytes.count) / 2, to: bytes.count)
                #expect(last.status == 204, "\(last)")
                let read = try await edge.curl("/v1/submissions/\(submission)")
                #expect(String(decoding: read.body, as: UTF8.self).contains("\"pages\":[{"), "\(read)")
            }
        }

        @Test func noClientOfTheOtherGatewayNoticesATrap() async throws {
            try await RunningEdge.run { edge in
                let file = try edge.photo()
                let bytes = try #require(ProcFile.bytes(file))
                // Slow phones; who has the fewest connections gets the next, so the second is at a gateway of its own. Where the edge has
                // not heard of one of them for a moment, as on a busy machine, it is a later one.
                var phones: [StartedProgram] = []
                func busyGateways() -> Int { edge.gateways.count { $0.holdsFile(under: "\(edge.folder)/blobs") } }
                while busyGateways() < 2, phones.count < 6 {
                    let path = try await edge.tusUpload(of: bytes.count, in: try await edge.draft().document)
                    phones.append(
                        try await Program.start(
                            "curl",
                            [
                                "-sS", "--cacert", edge.certificate, "-w", "ended with %{http_code}", "-X", "PATCH", "-H",
                                "tus-resumable: 1.0.0", "-H", "upload-offset: 0", "-H",
                                "content-type: application/offset+octet-stream", "-H", "expect:", "--limit-rate",
                                String(bytes.count / 20), "-T", file, edge.url + path,
                            ]))
                    let wanted = min(phones.count, 2)
                    try? await eventually("\(wanted) gateways have one", within: .seconds(8)) { busyGateways() == wanted }
                }
                #expect(busyGateways() == 2)
                edge.gateways[0].program.process.signal(SIGILL)
                _ = await edge.gateways[0].program.process.wait()
                // New clients come at once, while the edge still believes in both.
                for attempt in 1...20 {
                    let answer = try await edge.curl("/v1/journeys")
                    #expect(answer.status == 200, "attempt \(attempt): \(answer)")
                }
                var ends: [String] = []
                for phone in phones {
                    _ = await phone.process.wait()
                    ends.append(phone.output)
                }
                // The other's client at least; the edge may have sent the cut one's bytes, which it still had, to the other gateway.
                #expect(ends.contains { $0.hasSuffix("ended with 204") }, "\(ends)")
                #expect(edge.gateways[1].program.process.status == nil)
            }
        }

        @Test func noLogShowsASecretOfALinkOrAQuery() async throws {
            try await RunningEdge.run { edge in
                for path in ["/u/SECRET-of-a-link", "/u/SECRET-of-a-link/status", "/v1/journeys?token=SECRET-of-a-query"] {
                    _ = try await edge.curl(path, ["-H", "authorization: Bearer SECRET-of-a-header"])
                }
                _ = try await edge.curl("/health/live?marker=last")
                try await eventually("all of them are logged") {
                    edge.haproxy.output.contains(#""path":"/health/live""#) && edge.haproxy.output.contains("/u/-/status")
                }
                #expect(!edge.logs.contains("SECRET"), "\(edge.logs)")
            }
        }

        @Test func whatComesInClearIsSentOnOrRefused() async throws {
            try await RunningEdge.run { edge in
                let plain = "http://127.0.0.1:\(edge.plainPort)"
                let reading = try await CurlAnswer.of("\(plain)/v1/journeys", [])
                #expect(reading.status == 308)
                #expect(reading.headers["location"]?.hasPrefix("https://") == true)
                let writing = try await CurlAnswer.of("\(plain)/v1/submissions", ["--json", "{}"])
                #expect(writing.status == 403)
                let old = try await Program.run(
                    "curl", ["-sS", "--cacert", edge.certificate, "--tls-max", "1.1", "\(edge.url)/health/live"])
                #expect(!old.status.isSuccess, "TLS 1.1 is refused")
            }
        }
    }
}

extension RunningEdge {
    /// A photo of a good megabyte, as a file of the run: comments make it as large as a phone's, and each weighs 64 KiB.
    fileprivate func photo(comments: Int = 20) throws -> String {
        let picture = try Photo.jpeg(.cornered(width: 400, height: 300))
        let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + (0..<65_533).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = "\(folder)/photo-\(UInt32.random(in: 0 ... .max)).jpg"
        try FileBytes.write(picture.prefix(2) + (0..<comments).flatMap { _ in comment } + picture.dropFirst(2), to: file)
        return file
    }

    /// The path of a new upload of so many bytes.
    fileprivate func tusUpload(of length: Int, in document: String) async throws -> String {
        let created = try await curl(
            "/v1/uploads?document=\(document)",
            ["-X", "POST", "-H", "tus-resumable: 1.0.0", "-H", "upload-length: \(length)"])
        let location = try #require(created.headers["location"], "\(created)")
        let path = try #require(location.firstRange(of: "/v1/uploads/")).lowerBound
        return String(location[path...])
    }

    fileprivate func patch(_ path: String, _ bytes: [UInt8], from start: Int, to end: Int) async throws -> CurlAnswer {
        let piece = "\(folder)/piece-\(start)"
        try FileBytes.write(Array(bytes[start..<end]), to: piece)
        return try await curl(
            path,
            [
                "-X", "PATCH", "-H", "tus-resumable: 1.0.0", "-H", "upload-offset: \(start)", "-H",
                "content-type: application/offset+octet-stream", "-H", "expect:", "--data-binary", "@\(piece)",
            ])
    }
}

extension ServiceProcess {
    /// Whether it has a file there open now.
    fileprivate func holdsFile(under folder: String) -> Bool {
        let pid = program.process.pid
        return (0..<256).contains { ProcFile.link("/proc/\(pid)/fd/\($0)")?.hasPrefix(folder) == true }
    }
}
