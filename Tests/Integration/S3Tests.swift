import EventLoop
import FoundationEssentials
import Glibc
import Support
import Testing

extension OwnRuns {
    /// The same, with documents in S3 instead of a folder.
    @Suite(.enabled(if: S3TestServer.script != nil, "\(S3TestServer.skipped)")) struct S3Tests {
        @Test func theMainJobRunsOverS3() async throws {
            let server = try await S3TestServer.shared()
            try await RunningDocket.run(RunningDocket.Options(environment: server.environment(prefix: "main-job"))) { docket in
                try await MainJob.run(on: docket)
                #expect(((try? FileManager.default.contentsOfDirectory(atPath: "\(docket.home)/blobs")) ?? []).isEmpty)
            }
        }

        /// What `deploy/up --demo` runs once it has built.
        @Test func theDemoRunsOverS3() async throws {
            let server = try await S3TestServer.shared()
            let folder = try TemporaryFolder("s3-demo")
            chmod(folder.path, 0o755)
            let demo = try await Program.run(
                try BuiltPrograms.path("docket"),
                [
                    "up", "--demo", "--home", "\(folder.path)/home", "--port", String(try await FreePorts.one()), "--broker-port",
                    String(try await FreePorts.one()),
                ], environment: server.environment(prefix: "demo"), workingDirectory: folder.path, limit: .seconds(150))
            #expect(demo.status.isSuccess, "\(demo.text)\(demo.complaints)")
        }
    }
}
