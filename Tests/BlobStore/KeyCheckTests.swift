import Sealing
import Support
import Synchronization
import Testing

@testable import BlobStore

@Suite struct KeyCheckTests {
    @Test func `keys that are right are not asked for again for a while, and wrong ones each time`() async throws {
        let passed = Mutex(Duration.zero)
        let start = ContinuousClock.now
        let (keys, check) = (MemoryKeys(), KeyCheck { start.advanced(by: passed.withLock { $0 }) })
        let fault = SealingError(.unknownKey, "there is no key “main”")

        keys.fail(with: fault)
        await #expect(throws: SealingError.self) { try await check.check(keys) }
        await #expect(throws: SealingError.self) { try await check.check(keys) }
        keys.fail(with: nil)
        try await check.check(keys)

        keys.fail(with: fault)
        passed.withLock { $0 = KeyCheck.lifetime - .seconds(1) }
        try await check.check(keys)
        passed.withLock { $0 = KeyCheck.lifetime }
        await #expect(throws: SealingError.self) { try await check.check(keys) }
    }
}
