import EventLoop
import FoundationEssentials
import Glibc
import Shared
import Support
import Synchronization
import Testing

extension OwnRuns {
    /// Where the bytes of documents lie, and what the services say when they cannot.
    @Suite struct StorageFaultTests {
        @Test func aFullDiskIsToldAndWorkGoesOnWhenThereIsRoom() async throws {
            guard geteuid() == 0 else { try Test.cancel("Only root can mount a small file system to fill.") }
            let place = try TemporaryFolder("full-disk")
            let mounted = try await Program.run(
                "mount", ["-t", "tmpfs", "-o", "size=8m,mode=0777", "docket-test", place.path])
            guard mounted.status.isSuccess else {
                try Test.cancel("This machine does not let a small file system be mounted: \(mounted.complaints)")
            }
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await ServiceGround.run { ground in try await Self.fill(place.path, ground) })
            } catch {
                result = .failure(error)
            }
            _ = try await Program.check("umount", [place.path])
            try result.get()
        }

        private static func fill(_ place: String, _ ground: ServiceGround) async throws {
            // A single attempt that counted would fail its submission, and tell the tenant.
            let services = try await ground.startAll(
                blobs: "\(place)/blobs", environment: ["DOCKET_STAGE_ATTEMPTS": "1"])
            for service in services { try await service.isWell() }
            let submission = try await ground.draft(at: services[0])
            let late = try await ground.draft(at: services[0])
            var early: [SubmissionID] = []
            for _ in 0..<4 { early.append(try await ground.draft(at: services[0])) }
            _ = try await Program.run("dd", ["if=/dev/zero", "of=\(place)/filler", "bs=4k"])
            // Before any health check has looked again: attempts meet the full disk.
            for submission in early { try await ground.submit(submission, at: services[0]) }

            let words = ["blobs", "the store has no space left"]
            for service in services.dropLast() { try await service.says(words, status: 503) }
            // Who tells of outcomes needs no disk.
            #expect(try await services[3].ready().status == 200)
            let file = "\(ground.folder)/photo.png"
            try FileBytes.write(try SampleFile.png().bytes, to: file)
            let gateway = "http://127.0.0.1:\(services[0].port ?? 0)"
            let document = try await document(of: late, gateway)
            let refused = try await CurlAnswer.of(
                "\(gateway)/v1/submissions/\(late)/documents/\(document)/pages", ["-F", "file=@\(file)"])
            #expect(refused.status == 507, "\(refused)")
            #expect(refused.problem != nil && refused.member("detail")?.isEmpty == false, "\(refused)")
            // What needs no room is taken, and waits for it.
            try await ground.submit(submission, at: services[0])
            try await eventually("a worker meets the full disk") {
                services[1...2].contains { $0.program.output.contains("No space left on device") }
            }

            for (service, stage) in zip(services[1...2], ["validation", "normalization"]) {
                try await service.says(["begins nothing since ", "for want of blobs: the store has no space left"], status: 503)
                #expect(try await service.metrics().contains(#"docket_paused{stage="\#(stage)",cause="blobs"} 1"#))
                let report = try await eventually("docket status says why \(stage) does nothing") {
                    let status = try await ground.status([service])
                    return status.paused.first { $0.stage == stage && $0.cause == "blobs" && $0.since != nil }
                }
                #expect(report.reason?.contains("no space left") == true)
            }

            try FileManager.default.removeItem(atPath: "\(place)/filler")
            for service in services { try await service.isWell() }
            for submission in early + [submission] {
                #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)
            }
            for (service, stage) in zip(services[1...2], ["validation", "normalization"]) {
                #expect(try await service.metrics().contains(#"docket_paused{stage="\#(stage)",cause="blobs"} 0"#))
            }
            try await eventually("nothing is said to be paused") { try await ground.status([services[2]]).paused.isEmpty }
            let taken = try await CurlAnswer.of(
                "\(gateway)/v1/submissions/\(late)/documents/\(document)/pages", ["-F", "file=@\(file)"])
            #expect(taken.status == 201, "\(taken)")
        }

        private static func document(of submission: SubmissionID, _ gateway: String) async throws -> String {
            struct View: Decodable {
                struct Document: Decodable { let id: String }
                let documents: [Document]
            }
            let answer = try await CurlAnswer.of("\(gateway)/v1/submissions/\(submission)", [])
            return try #require(try JSONDecoder().decode(View.self, from: Data(answer.body)).documents.first?.id)
        }

        /// A server in front of S3 that carries requests out and says 503 all the same, as one that is overloaded does.
        private final class Overload: ProxiedConversation {
            private let isOn: @Sendable () -> Bool
            private let answered = Mutex(false)
            init(_ isOn: @escaping @Sendable () -> Bool) { self.isOn = isOn }

            func clientSends(_ bytes: [UInt8]) {}

            func serverSends(_ bytes: [UInt8]) -> [UInt8]? {
                guard isOn() else { return bytes }
                let isFirst = answered.withLock { answered in
                    defer { answered = true }
                    return !answered
                }
                guard isFirst else { return nil }
                let body = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
                return Array(
                    """
                    HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nConnection: close\r\n\
                    Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                    """.utf8)
            }
        }

        @Test(.enabled(if: S3TestServer.script != nil, "\(S3TestServer.skipped)"))
        func anEndpointThatAnswers503IsToldAndWorkGoesOnAfterwards() async throws {
            let server = try await S3TestServer.shared()
            let address = try #require(server.endpoint.split(separator: "/").last?.split(separator: ":"))
            let port = try #require(Int(address[1]))
            let loop = try await Program.group.value.next()
            try await Self.overload(server, port: port, on: loop)
        }

        private static func overload(_ server: S3TestServer, port: Int, on loop: EventLoop) async throws {
            let overload = Switch()
            try await FaultProxy.run(
                to: SocketAddress(ip: "127.0.0.1", port: port), on: loop, begin: { _ in Overload { overload.isOn } }
            ) { proxy in
                var environment = server.environment(prefix: "overload")
                environment["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:\(proxy.port)"
                let blobs = environment.removeValue(forKey: "DOCKET_BLOBS")
                try await ServiceGround.run { ground in
                    let services = try await ground.startAll(blobs: blobs, environment: environment)
                    for service in services { try await service.isWell() }
                    let submission = try await ground.draft(at: services[0])
                    overload.set(true)
                    for service in services.dropLast() {
                        let words = "status 503: the server cannot answer at the moment"
                        try await service.says([words], status: 503)
                        try await eventually("\(service.name) tells the log") { service.program.output.contains(words) }
                    }
                    #expect(try await services[3].ready().status == 200)
                    try await ground.submit(submission, at: services[0])
                    overload.set(false)
                    for service in services { try await service.isWell() }
                    #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)
                }
            }
        }

        private final class Switch: Sendable {
            private let value = Mutex(false)
            var isOn: Bool { value.withLock { $0 } }
            func set(_ isOn: Bool) { value.withLock { $0 = isOn } }
        }
    }
}
