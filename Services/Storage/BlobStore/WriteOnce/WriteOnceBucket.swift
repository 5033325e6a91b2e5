import Crypto
public import EventLoop

/// Objects of an S3-compatible server that never change.
public struct WriteOnceBucket: WriteOnceStore {
    private let client: S3Client
    /// Of a request. Whoever keeps files comes back.
    private static let attempts = 2

    public init(_ configuration: S3Configuration, group: EventLoopGroup) {
        client = S3Client(configuration, on: group.next())
    }

    public func has(_ name: String) async throws(BlobError) -> Bool {
        do {
            _ = try await client.send(S3Request("HEAD", client.key(name)), attempts: Self.attempts)
            return true
        } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    /// Two gateways that store the same file at once write the same bytes. S3 has no condition for a new object that every
    /// server supports.
    public func keep(_ bytes: [UInt8], as name: String) async throws(BlobError) {
        guard try await !has(name) else { return }
        var request = S3Request("PUT", client.key(name))
        request.setBody(bytes)
        // A bucket with a retention period (Object Lock) wants a checksum among the headers, and some servers know none.
        let plain = request
        request.headers = [(name: "x-amz-checksum-sha256", value: Base64.encode(request.payloadDigest))]
        do throws(BlobError) {
            _ = try await client.send(request, attempts: Self.attempts)
        } catch {
            guard error.detail.contains("status 501") else { throw error }
            _ = try await client.send(plain, attempts: Self.attempts)
        }
    }
}
