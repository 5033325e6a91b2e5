import Configuration
import Testing

@testable import Jail

/// What is said of a host's locks.
@Suite struct JailLocksTests {
    @Test func whereAllIsEnforcedNothingIsSaid() {
        let locks = JailLocks()
        #expect(locks.enforced == JailLock.allCases)
        #expect(locks.shortcoming == nil)
        #expect(JailCondition(locks) == .ready(note: nil))
        #expect(JailCondition(nil) == .replacing)
    }

    @Test func whatOthersDenyTooIsNotedAndNoMore() {
        let locks = JailLocks(missing: [.namespaces: "Operation not permitted", .landlockScopes: "Function not implemented"])
        #expect(locks.enforced == [.seccomp, .landlock, .landlockNetwork])
        #expect(!locks.isWeak)
        #expect(
            JailCondition(locks)
                == .ready(
                    note: "this host does not enforce landlock-scopes (Function not implemented), "
                        + "namespaces (Operation not permitted)"))
    }

    @Test(arguments: [JailLock.seccomp, .landlock])
    func withoutOneOfTheseTheJailIsWeak(lock: JailLock) {
        let locks = JailLocks(missing: [lock: "Invalid argument"])
        #expect(JailCondition(locks) == .weak("this host does not enforce \(lock.rawValue) (Invalid argument)"))
    }

    @Test func whatIsRequiredAndMissingIsNamedAndNothingElse() {
        let locks = JailLocks(missing: [.namespaces: "no", .seccomp: "gone"])
        #expect(locks.refusal(requiring: []) == nil)
        #expect(locks.refusal(requiring: [.landlock]) == nil)
        #expect(locks.refusal(requiring: [.landlock, .seccomp])?.contains("seccomp (gone): use one that does") == true)
    }

    @Test func aLockThatNobodyKnowsIsAnotherVersions() {
        #expect(throws: JailFrameFault.malformedHeader) { try JailLocks([MissingLock(lock: "padlock", reason: "")]) }
    }

    /// Otherwise the attempt would end before the file is refused, each time.
    @Test(arguments: [119: 0, 120: 1, 3600: 1]) func whatAFileMayTakeFitsIntoAnAttempt(seconds: Int, faults: Int) {
        var reader = ConfigurationReader(environment: ["DOCKET_DECODER_SECONDS": "\(seconds)"])
        JailConfiguration(reading: &reader).check(within: .seconds(120), reading: &reader)
        let found = Result { try reader.finish() }
        switch found {
        case .success: #expect(faults == 0)
        case .failure(let error):
            let named = (error as? ConfigurationFaults)?.faults.map(\.name)
            #expect(named == Array(repeating: "DOCKET_DECODER_SECONDS", count: faults))
        }
    }

    /// What nobody has to set: a host that cannot deny system calls decodes nothing.
    @Test func withoutAWordSystemCallsHaveToBeDenied() throws {
        var reader = ConfigurationReader(environment: [:])
        let configuration = JailConfiguration(reading: &reader)
        try reader.finish()
        #expect(configuration.requiredLocks == [.seccomp])
        let refusal = JailLocks(missing: [.seccomp: "gone"]).refusal(requiring: configuration.requiredLocks)
        #expect(refusal?.contains("seccomp (gone)") == true)
    }

    @Test(arguments: [("none", []), ("seccomp,none", ["DOCKET_DECODER_LOCKS"]), (",", ["DOCKET_DECODER_LOCKS"])])
    func toDoWithoutAnyIsSaidAloud(text: String, faults: [String]) {
        var reader = ConfigurationReader(environment: ["DOCKET_DECODER_LOCKS": text])
        let locks = JailConfiguration(reading: &reader).requiredLocks
        switch Result(catching: { try reader.finish() }) {
        case .success: #expect(locks.isEmpty && faults.isEmpty)
        case .failure(let error): #expect((error as? ConfigurationFaults)?.faults.map(\.name) == faults)
        }
    }

    @Test func requiredLocksAreReadByName() {
        var reader = ConfigurationReader(environment: ["DOCKET_DECODER_LOCKS": "seccomp, landlock-scopes"])
        #expect(JailConfiguration(reading: &reader).requiredLocks == [.seccomp, .landlockScopes])
        reader = ConfigurationReader(environment: ["DOCKET_DECODER_LOCKS": "seccomp,padlock"])
        _ = JailConfiguration(reading: &reader)
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.faults.count == 1)
        #expect(faults?.faults.first?.problem.contains("padlock") == true)
    }
}
