import Testing

@testable import Sealing

/// Each provider by ``KeyProviderConformance``; that of a token in `PKCS11KeysTests`, for a process has one configuration of SoftHSM.
@Suite(.timeLimit(.minutes(5)))
struct KeyProviderConformanceTests {
    @Test(arguments: KeyProviderGround.Kind.allCases)
    func `what is wrapped comes back for its tenant, and for no other`(kind: KeyProviderGround.Kind) async throws {
        try await KeyProviderGround.run(kind, KeyProviderConformance.comesBack)
    }

    @Test(arguments: KeyProviderGround.Kind.allCases)
    func `what was changed, or is of a key that is not there, is not opened`(kind: KeyProviderGround.Kind) async throws {
        try await KeyProviderGround.run(kind, KeyProviderConformance.refusesWhatIsNone)
    }

    @Test(arguments: KeyProviderGround.Kind.allCases)
    func `another key wraps from then on, and keys of before are turned once`(kind: KeyProviderGround.Kind) async throws {
        try await KeyProviderGround.run(kind, KeyProviderConformance.turns)
    }
}
