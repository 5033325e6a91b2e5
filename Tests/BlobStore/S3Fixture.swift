import Crypto
import EventLoop
import Support

@testable import BlobStore

/// One server for all tests of this process, and a prefix of its bucket for each.
enum S3Fixture {
    static func withStore<Value: Sendable>(
        _ adjust: (inout S3Configuration) -> Void = { _ in }, _ body: (S3BlobStore, S3Configuration) async throws -> Value
    ) async throws -> Value {
        let server = try await S3TestServer.shared()
        var configuration = S3Configuration(
            bucket: server.bucket, prefix: "run-\(UInt64.random(in: .min ... .max))/a.b/", endpoint: server.endpoint,
            credentials: .init(accessKey: server.accessKey, secretKey: server.secretKey))
        adjust(&configuration)
        let group = try EventLoopGroup(threads: 1)
        do {
            let value = try await body(S3BlobStore(configuration, group: group), configuration)
            await group.shutdown()
            return value
        } catch {
            await group.shutdown()
            throw error
        }
    }
}
