import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What the client that everybody has makes of the answers.
@Suite(.timeLimit(.minutes(1)))
struct CurlTests {
    @Test func anEarlyRefusalIsRead() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 100_000)) { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let folder = try TemporaryFolder("curl")
            try Data(SampleFiles.jpeg(size: 8_000_000)).write(to: URL(filePath: "\(folder.path)/large.jpg"))
            try Data(SampleFiles.png(size: 8_000_000)).write(to: URL(filePath: "\(folder.path)/wrong.jpg"))
            for attempt in 0..<5 {
                // Chunked, so that only the bytes themselves can tell.
                let large = try await curl(
                    gateway, folder,
                    ["-X", "POST", "-T", "large.jpg", "-H", "Content-Type: image/jpeg", "-H", "Transfer-Encoding: chunked"],
                    document)
                #expect(large.contains("/problems/too-large"), "\(attempt)")
                let wrong = try await curl(gateway, folder, ["-F", "file=@wrong.jpg"], document)
                #expect(wrong.contains("/problems/media-type-mismatch"), "\(attempt)")
            }
        }
    }

    @Test func aFormIsTaken() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let folder = try TemporaryFolder("curl")
            try Data(SampleFiles.pdf(size: 30_000)).write(to: URL(filePath: "\(folder.path)/bill.pdf"))
            let answer = try await curl(gateway, folder, ["-F", "file=@bill.pdf"], document)
            #expect(answer.contains(ContentDigest(of: SampleFiles.pdf(size: 30_000)).hex))
        }
    }

    /// The body of the answer; empty when curl could not read one.
    private func curl(
        _ gateway: GatewayUnderTest, _ folder: TemporaryFolder, _ arguments: [String], _ document: String
    ) async throws -> String {
        var options = ChildProcess.Options(
            executable: "/usr/bin/curl",
            arguments: ["-s", "--max-time", "20", "-o", "answer", "-H", "Authorization: Bearer \(GatewayUnderTest.token)"]
                + arguments + ["http://\(gateway.address)\(document)/pages"],
            environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path)
        options.standardOutput = .discard
        options.standardError = .discard
        let loop = gateway.client.loop
        let status = await (try ChildProcess.spawn(options, on: loop)).wait()
        #expect(status == .exited(0))
        return (try? String(contentsOfFile: "\(folder.path)/answer", encoding: .utf8)) ?? ""
    }
}
