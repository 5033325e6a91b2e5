import Crypto
import Shared
import Support
import Testing

@testable import Custody

/// The export's head is head 9 of era 2 over 60 leaves, and names head 8 of era 2 over 50 as the one before.
struct KeptAgainstExportTests {
    private let keys: SigningKeys
    private let set: JSONWebKeySet
    private let export: LogHead
    private let statement: String
    private let before: LogHead

    init() async throws {
        keys = try SigningKeys(pem: SigningKey.makePEM())
        set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
        before = Self.head(era: 2, 8, 50)
        export = Self.head(era: 2, 9, 60, previous: before.asPrevious(signedAs: try await before.signed(with: keys.current)))
        statement = try await export.signed(with: keys.current)
    }

    /// The leaves of a log; of `another`, from the 20th on they are other ones.
    private static func leaves(_ count: Int, another: Bool = false) -> [LogHash] {
        (0..<count).map { LogHash(leaf: [UInt8($0), another && $0 >= 20 ? 1 : 0]) }
    }

    private static func head(
        era: Int, _ number: Int, _ size: Int, another: Bool = false, tenant: String = "acme", previous: LogHead.Previous? = nil
    ) -> LogHead {
        var log = LogFrontier()
        for leaf in leaves(size, another: another) { log.append(leaf) }
        return LogHead(
            tenant: tenant, era: era, number: number, size: size, root: log.root, time: Timestamp(millisecondsSinceEpoch: 5),
            previous: previous)
    }

    private static func proof(from old: Int, to new: Int) throws -> [LogHash] {
        var tiles = LogTiles()
        for (size, leaf) in leaves(new).enumerated() {
            let isAppended = tiles.append(leaf, size: size)
            try #require(isAppended)
        }
        return try #require(LogProof(consistencyOf: old, with: new)?.hashes(from: tiles))
    }

    /// By an export with proofs from these sizes.
    private func judge(
        _ kept: LogHead, proven sizes: [Int] = [50], forged: [Int] = [], of head: LogHead? = nil
    ) async throws -> KeptAgainstExport.Judgement {
        let export = head ?? self.export
        var proofs: [Int: [LogHash]] = [:]
        for size in sizes { proofs[size] = try Self.proof(from: size, to: export.size) }
        for size in forged { proofs[size] = [LogHash(leaf: [7])] }
        let comparison = KeptAgainstExport(
            export, signedAs: try await export.signed(with: keys.current), proofs: proofs, keys: set)
        let statement = try await kept.signed(with: keys.current)
        return try #require(comparison.judged(KeptHead(name: "kept.jws", statement: statement)))
    }

    /// A kept head, and what has to come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kept: LogHead
        let verdict: KeptAgainstExport.Verdict
        let reason: String
    }

    private static let told: [Case] = [
        Case(
            testDescription: "another head of the same number is a head that was signed anew",
            kept: head(era: 2, 9, 60, another: true), verdict: .doesNotHold, reason: "head 9 of era 2 was signed anew"),
        Case(
            testDescription: "another head of the number before is one that was signed anew",
            kept: head(era: 2, 8, 49), verdict: .doesNotHold, reason: "head 8 of era 2 was signed anew"),
        Case(
            testDescription: "a head over as many leaves with another root is of another log",
            kept: head(era: 2, 10, 60, another: true), verdict: .doesNotHold, reason: "and other ones than head 10"),
        Case(
            testDescription: "a head over as many leaves as the one before, with another root, is of another log",
            kept: head(era: 2, 7, 50, another: true), verdict: .doesNotHold, reason: "and other ones than head 7"),
        Case(
            testDescription: "a later head over fewer leaves is of another log",
            kept: head(era: 2, 10, 59), verdict: .doesNotHold, reason: "a later head never covers less"),
        Case(
            testDescription: "an earlier head over more leaves is of another log",
            kept: head(era: 2, 7, 61), verdict: .doesNotHold, reason: "a later head never covers less"),
        Case(
            testDescription: "an earlier head over more leaves than the one before is of another log",
            kept: head(era: 2, 7, 51), verdict: .doesNotHold, reason: "head 8 of the export covers 50 leaves"),
        Case(
            testDescription: "a later head that names another export's head as the one before is of another log",
            kept: head(
                era: 2, 10, 70,
                previous: head(era: 2, 9, 60, another: true).asPrevious(digest: ContentDigest(of: [1]))),
            verdict: .doesNotHold, reason: "head 9 of era 2 was signed anew"),
        Case(
            testDescription: "a head over the same leaves holds, whatever its number",
            kept: head(era: 2, 10, 60), verdict: .holds, reason: "covers the same leaves"),
        Case(
            testDescription: "a head of another era over the same leaves holds",
            kept: head(era: 1, 7, 60), verdict: .holds, reason: "covers the same leaves"),
        Case(
            testDescription: "a head that the export has a proof from holds",
            kept: head(era: 2, 7, 50), verdict: .holds, reason: "is proven to go on from it"),
        Case(
            testDescription: "a head over nothing is what each log goes on from",
            kept: head(era: 2, 1, 0), verdict: .holds, reason: "is proven to go on from it"),
        Case(
            testDescription: "of a smaller head that the export has no proof from, it cannot be told",
            kept: head(era: 2, 6, 40), verdict: .cannotBeTold, reason: "no proof that its log goes on from 40 leaves"),
        Case(
            testDescription: "of a later head it cannot be told",
            kept: head(era: 2, 10, 61), verdict: .cannotBeTold, reason: "the export was made before it, and covers 60 leaves"),
        Case(
            testDescription: "of a head of a later era it cannot be told, whatever its number and size",
            kept: head(era: 3, 9, 55, another: true), verdict: .cannotBeTold, reason: "era 3 began after the export"),
        Case(
            testDescription: "of a head of a later era over as many leaves with another root it cannot be told",
            kept: head(era: 3, 9, 60, another: true), verdict: .cannotBeTold, reason: "era 3 began after the export"),
        Case(
            testDescription: "of a head of an earlier era it cannot be told, for a restore may have lost what it covers",
            kept: head(era: 1, 12, 50, another: true), verdict: .cannotBeTold, reason: "the export is of era 2"),
    ]

    @Test(arguments: told)
    func `what an export says of a kept head`(example: Case) async throws {
        let found = try await judge(example.kept)
        #expect(found.verdict == example.verdict, "\(found.reason)")
        #expect(found.reason.contains(example.reason), "\(found.reason)")
        #expect(found.fault == (example.verdict == .doesNotHold ? .rewritten : nil))
        #expect(found.tenant == "acme" && found.name == "kept.jws")
        #expect([found.era, found.number, found.size] == [example.kept.era, example.kept.number, example.kept.size])
    }

    @Test func `the export's own head and the one before, as they were signed, hold`() async throws {
        for kept in [export, before] { #expect(try await judge(kept).verdict == .holds) }
        // Without its proof, of the one before it cannot be told.
        #expect(try await judge(before, proven: []).verdict == .cannotBeTold)
    }

    @Test func `a proof from a kept size decides, and one that does not fit speaks against the log`() async throws {
        #expect(try await judge(Self.head(era: 2, 5, 40), proven: [40, 50]).verdict == .holds)
        #expect(try await judge(Self.head(era: 1, 5, 40), proven: [40, 50]).verdict == .holds)
        let other = try await judge(Self.head(era: 2, 5, 40, another: true), proven: [40, 50])
        #expect(other.verdict == .doesNotHold && other.reason.contains("is not proven to go on from it"), "\(other.reason)")
        #expect(try await judge(Self.head(era: 2, 5, 40), proven: [50], forged: [40]).verdict == .doesNotHold)
        // What a restore has lost is no part of the log.
        #expect(try await judge(Self.head(era: 1, 5, 40, another: true), proven: [40, 50]).verdict == .cannotBeTold)
    }

    @Test func `of a head from behind the one that a later era goes on from, a restore may have lost the leaves`() async throws {
        let last = Self.head(era: 1, 8, 50)
        let anew = Self.head(era: 2, 9, 60, previous: last.asPrevious(signedAs: try await last.signed(with: keys.current)))
        let lost = try await judge(Self.head(era: 1, 11, 58, another: true), of: anew)
        #expect(lost.verdict == .cannotBeTold && lost.reason.contains("era 2 goes on from 50 leaves of head 8"), "\(lost.reason)")
        #expect(try await judge(last, of: anew).verdict == .holds)
        let anotherLast = try await judge(Self.head(era: 1, 8, 50, another: true), of: anew)
        #expect(anotherLast.verdict == .doesNotHold && anotherLast.fault == .rewritten, "\(anotherLast.reason)")
    }

    @Test func `a head that another has signed, or that is of another tenant, is not believed`() async throws {
        let comparison = KeptAgainstExport(export, signedAs: statement, proofs: [:], keys: set)
        let other = try SigningKeys(pem: SigningKey.makePEM())
        for (text, reason) in [
            (try await export.signed(with: other.current), "which the key set does not have"),
            (try await Self.head(era: 2, 9, 60, tenant: "other").signed(with: keys.current), "it is one of other"),
        ] {
            let found = try #require(comparison.judged(KeptHead(name: "kept.jws", statement: text)))
            #expect(found.verdict == .doesNotHold && found.fault == .head && found.reason.contains(reason), "\(found.reason)")
        }
        #expect(comparison.judged(KeptHead(name: "kept.jws", statement: "no.head.")) == nil)
    }
}
