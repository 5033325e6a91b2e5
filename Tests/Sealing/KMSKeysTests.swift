import Crypto
import EventLoop
import Shared
import Support
import Testing

@testable import Sealing

/// Keys that AWS KMS wraps.
@Suite(.timeLimit(.minutes(2)))
struct KMSKeysTests {
    private func run(
        credentials: SignatureV4.Credentials = KMSDouble.credentials, key: String = KMSDouble.alias,
        _ body: (KMSDouble, KMSKeys) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 1)
        let result: Result<Void, any Error>
        do {
            let double = try KMSDouble(group)
            let keys = KMSKeys(
                KMSConfiguration(key: key, region: KMSDouble.region, endpoint: double.endpoint, credentials: credentials),
                patience: .seconds(60), group: group)
            do { result = .success(try await body(double, keys)) } catch {
                await double.stop()
                throw error
            }
            await double.stop()
        } catch { result = .failure(error) }
        await group.shutdown()
        try result.get()
    }

    @Test func `the key's ARN stands with what it has wrapped, and KMS itself turns it`() async throws {
        try await run { kms, keys in
            let old = try await keys.wrap(.random(32), of: "acme")
            #expect(old.by == "aws-kms:arn:aws:kms:eu-central-1:111122223333:key/1")
            kms.rotate()
            #expect(try await keys.rewrap(old, of: "acme")?.by == "aws-kms:arn:aws:kms:eu-central-1:111122223333:key/2")
            // The plain key was not asked for.
            #expect(kms.actions == ["Encrypt", "ReEncrypt"])
        }
    }

    @Test(arguments: [(400, "ThrottlingException"), (500, "KMSInternalException"), (503, ""), (500, "KeyUnavailableException")])
    func `what passes is asked again, within bounds`(status: Int, type: String) async throws {
        try await run { kms, keys in
            kms.refuse([(status, type), (status, type)])
            _ = try await keys.wrap(.random(32), of: "acme")
            #expect(kms.actions.count == 3)
            kms.refuse([(status: Int, type: String)](repeating: (status, type), count: 9))
            let error = await #expect(throws: SealingError.self) { try await keys.wrap(.random(32), of: "acme") }
            #expect(error?.code == .unavailable && kms.actions.count == 7)
        }
    }

    @Test(arguments: [
        ("AccessDeniedException", "kms:ReEncrypt*"), ("NotFoundException", "DOCKET_SEALING_KMS_KEY"),
        ("DisabledException", "enable it"), ("ExpiredTokenException", "AWS_ACCESS_KEY_ID"),
        ("InvalidKeyUsageException", "symmetric"),
    ])
    func `what stays is told with what to do, and asked once`(type: String, advice: String) async throws {
        try await run { kms, keys in
            kms.refuse([(400, type)])
            let error = await #expect(throws: SealingError.self) { try await keys.wrap(.random(32), of: "acme") }
            #expect(error?.code == .unavailable && kms.actions.count == 1)
            #expect(error?.description.contains(advice) == true && error?.description.contains("400 \(type)") == true)
            #expect(error?.description.hasPrefix("KMS (\(kms.endpoint)), key “\(KMSDouble.alias)”, answers") == true)
        }
    }

    @Test func `requests are signed by the credentials, and a wrong secret is told`() async throws {
        try await run(credentials: .init(accessKey: "AKIDEXAMPLE", secretKey: "another")) { _, keys in
            let error = await #expect(throws: SealingError.self) { try await keys.check() }
            #expect(error?.description.contains("InvalidSignatureException") == true)
            #expect(error?.description.contains("another") == false)
        }
        try await run(key: "alias/nobody") { _, keys in
            let error = await #expect(throws: SealingError.self) { try await keys.check() }
            #expect(error?.description.contains("there is no such key") == true)
        }
    }
}
