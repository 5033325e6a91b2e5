import Crypto
import Shared
import Testing

@testable import Sealing

/// What holds of every provider of keys.
enum KeyProviderConformance {
    /// What is wrapped comes back for its tenant, and for no other.
    static func comesBack(_ ground: KeyProviderGround) async throws {
        let (provider, key) = (ground.provider, SecretBytes.random(32))
        let wrapped = try await provider.wrap(key, of: "acme")
        #expect(provider.owns(wrapped.by))
        #expect(try await provider.unwrap(wrapped, of: "acme").isSame(as: key))
        let other = await #expect(throws: SealingError.self) { try await provider.unwrap(wrapped, of: "other") }
        #expect(other?.code == .unknownKey)
        // The same key twice looks like two.
        #expect(try await provider.wrap(key, of: "acme").bytes != wrapped.bytes)
        try await provider.check()
    }

    /// What was changed, or is of a key that is not there, is not opened.
    static func refusesWhatIsNone(_ ground: KeyProviderGround) async throws {
        let wrapped = try await ground.provider.wrap(.random(32), of: "acme")
        var bytes = wrapped.bytes
        // A letter of base64 for another, and a bit elsewhere.
        bytes[bytes.count - 8] = bytes[bytes.count - 8] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let changed = await #expect(throws: SealingError.self) {
            try await ground.provider.unwrap(WrappedKey(by: wrapped.by, bytes: bytes), of: "acme")
        }
        #expect(changed?.code == .unknownKey)
        for name in ["vault:../sys/x:v1", "aws-kms:", "pkcs11:1", "nobody"] {
            let lost = WrappedKey(by: name, bytes: wrapped.bytes)
            await #expect(throws: SealingError.self) { try await ground.provider.unwrap(lost, of: "acme") }
        }
    }

    /// Another key wraps from then on, and keys of before are turned once.
    static func turns(_ ground: KeyProviderGround) async throws {
        let key = SecretBytes.random(32)
        let old = try await ground.provider.wrap(key, of: "acme")
        #expect(try await ground.provider.rewrap(old, of: "acme") == nil)

        let turned = try await ground.rotate()
        #expect(try await turned.unwrap(old, of: "acme").isSame(as: key))
        let new = try #require(try await turned.rewrap(old, of: "acme"))
        #expect(new.by != old.by && new.bytes != old.bytes)
        #expect(try await turned.unwrap(new, of: "acme").isSame(as: key))
        #expect(try await turned.rewrap(new, of: "acme") == nil)
        #expect(try await turned.wrap(key, of: "acme").by == new.by)
        let foreign = await #expect(throws: SealingError.self) { try await turned.rewrap(old, of: "other") }
        #expect(foreign?.code == .unknownKey)
    }
}
