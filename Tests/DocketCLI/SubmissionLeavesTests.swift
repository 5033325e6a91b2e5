import CommandSupport
import Crypto
import Custody
import Operations
import Shared
import Testing

@testable import DocketCLI

/// What the log's part of an export, or of a gateway's answer, shows of its submission.
@Suite struct SubmissionLeavesTests {
    private static let submission = "0198a2f4-0000-7000-8000-000000000001"

    private static func event(_ version: Int) -> CoveredRow {
        .event(
            number: Int64(version), id: "event-\(version)", submission: submission, tenant: "acme", sequence: Int64(version),
            type: EventType.pageRotated.rawValue, topic: nil, time: "2026-11-01T09:30:00.123456Z", traceparent: nil,
            payload: ContentDigest(of: [UInt8(version)]))
    }

    private static func act(_ action: String = "submission.view") -> CoveredRow {
        .audit(
            number: 100, tenant: "acme", submission: submission, action: action, resource: "submissions/\(submission)",
            basis: "person", actor: "user:ann", time: "2026-11-01T09:30:00.123456Z", event: nil, address: nil, note: nil)
    }

    /// A log of these rows, and a head of its first leaves.
    private struct Log {
        var leaves: [JSONValue] = []
        let head: LogHead

        /// The leaves of `bare` have no salt, and `covered` are covered by the head; nil for all.
        init(_ rows: [CoveredRow], without bare: Set<Int> = [], covered: Int? = nil) throws {
            let salt = [UInt8](repeating: 7, count: CoveredRow.saltLength)
            var tiles = LogTiles()
            for (index, row) in rows.enumerated() {
                let isAppended = tiles.append(row.leaf(salt: salt), size: index)
                try #require(isAppended)
            }
            let size = covered ?? rows.count
            head = LogHead(
                tenant: "acme", era: 0, number: 1, size: size, root: try #require(tiles.root(size: size)),
                time: Timestamp(millisecondsSinceEpoch: 0), previous: nil)
            for (index, row) in rows.enumerated() {
                let leaf = LogLeaf(
                    index: index, kind: row.kind, number: row.number, submission: submission,
                    commitment: row.commitment(salt: salt), salt: bare.contains(index) ? nil : salt, row: row)
                leaves.append(leaf.json(proof: LogProof(inclusionOf: index, size: size)?.hashes(from: tiles)))
            }
        }

        func examined(areAll: Bool = true) throws -> SubmissionLeaves {
            var found = SubmissionLeaves(of: submission)
            try found.examine(leaves, in: head)
            found.finish(areAll: areAll)
            return found
        }

        func without(_ index: Int) -> Log {
            var less = self
            less.leaves.remove(at: index)
            return less
        }
    }

    private static let rows = [event(1), event(2), act(), event(3), act(LogExamination.erasure), act("submission.erase-key")]

    @Test func `an erasure accounts for the salts of leaves before it, and for no later one`() throws {
        let sound = try Log(Self.rows, without: [0, 1, 2]).examined()
        #expect(sound.faults.isEmpty && sound.untold.isEmpty && sound.erased == 3 && sound.held == 3, "\(sound.faults)")
        // The key came back, and was deleted again.
        let again = try Log(Self.rows, without: [0, 1, 2, 3]).examined()
        #expect(again.faults.isEmpty && again.untold.isEmpty && again.erased == 4, "\(again.faults)")
        // A restore has lost an erasure, which was made again.
        let twice = try Log(Self.rows + [Self.act(LogExamination.erasure)], without: [0, 1, 2, 3, 4, 5]).examined()
        #expect(twice.faults.isEmpty && twice.untold.isEmpty && twice.erased == 6, "\(twice.faults)")

        let later = try Log(Self.rows, without: [0, 1, 2, 5]).examined()
        #expect(later.faults.map(\.kind) == [.saltGone] && later.erased == 3, "\(later.faults)")
        #expect(later.faults.first?.what.hasPrefix("1 salts are gone, and the erasure") == true, "\(later.faults)")
        let own = try Log(Self.rows, without: [0, 1, 2, 4]).examined()
        #expect(own.faults.map(\.kind) == [.saltGone] && own.erased == 0, "\(own.faults)")
        #expect(own.faults.first?.what.hasPrefix("4 salts are gone, and the log knows no erasure") == true, "\(own.faults)")
    }

    @Test func `an erasure that no head covers accounts for nothing, and that is told`() throws {
        let early = try Log(Self.rows, without: [0, 1, 2], covered: 4).examined()
        #expect(early.faults.isEmpty && early.erased == 0 && early.uncovered == 2, "\(early.faults)")
        #expect(early.untold.count == 1 && early.untold[0].contains("3 salts are gone by the erasure"), "\(early.untold)")
        // A leaf that does not even agree with itself.
        let bare = try Log(Self.rows, without: [0, 1, 2, 4], covered: 4).examined()
        #expect(bare.faults.map(\.kind) == [.saltGone] && bare.untold.isEmpty, "\(bare.faults)")
    }

    @Test func `an event whose leaf is left out is missed by its version, and an act is not`() throws {
        let log = try Log([Self.event(1), Self.event(2), Self.act(), Self.event(3), Self.event(4)])
        #expect(try log.examined().faults.isEmpty)
        #expect(try log.without(2).examined().faults.isEmpty)
        for (left, version) in [(0, 1), (1, 2), (3, 3)] {
            let found = try log.without(left).examined()
            #expect(found.faults.map(\.kind) == [.leafGone], "\(found.faults)")
            #expect(found.faults.first?.what.hasSuffix("such as that of version \(version)") == true, "\(found.faults)")
        }
        let both = try log.without(3).without(1).examined()
        #expect(both.faults.first?.what.contains("2 of the 4 events") == true, "\(both.faults)")
        // The proof of an erasure has one leaf alone.
        #expect(try log.without(1).examined(areAll: false).faults.isEmpty)
        // What is faulty is named once.
        var changed = log
        guard case .object(var leaf) = log.leaves[1] else { throw CancellationError() }
        leaf["row"] = Self.event(9).json
        changed.leaves[1] = .object(leaf)
        #expect(try changed.examined().faults.map(\.kind) == [.row])
    }

    @Test func `an erased event says no version, and is missed all the same`() throws {
        let log = try Log(Self.rows, without: [0, 1, 2])
        let found = try log.without(1).examined()
        #expect(found.faults.map(\.kind) == [.leafGone], "\(found.faults)")
        #expect(found.faults.first?.what.contains("1 of the 3 events up to version 3 are not here") == true, "\(found.faults)")
    }

    @Test func `events that became leaves in the other order at a head's edge are no gap`() throws {
        let log = try Log([Self.event(1), Self.event(3), Self.event(2)], covered: 2)
        let found = try log.examined()
        #expect(found.faults.isEmpty && found.untold.count == 1, "\(found.faults) \(found.untold)")
        #expect(try log.without(2).examined().faults.map(\.kind) == [.leafGone])
    }

    @Test func `a report says how much was erased, what cannot be told, and that acts may be missing`() async throws {
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        let set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
        func lines(_ log: Log) async throws -> [String] {
            let json: JSONValue = .object([
                "submission": .string(Self.submission), "leaves": .array(log.leaves),
                "head": .object(["signed": .string(try await log.head.signed(with: keys.current))]),
            ])
            return CustodyReport(json, of: Self.submission, trusted: set).lines(.plain)
        }
        let erased = try await lines(try Log(Self.rows, without: [0, 1, 2]))
        #expect(erased.first?.hasPrefix("custody   holds: 3 leaves as they were") == true, "\(erased)")
        #expect(erased.contains { $0.hasPrefix("  3 leaves tell nothing any more") }, "\(erased)")
        #expect(erased.contains { $0.contains("whether an act of the audit trail was left out") }, "\(erased)")
        let early = try await lines(try Log(Self.rows, without: [0, 1, 2], covered: 4))
        #expect(early.first?.hasPrefix("custody   cannot be told: 1 leaves as they were") == true, "\(early)")
        #expect(early.contains { $0.hasPrefix("  cannot be told: whether 3 salts are gone") }, "\(early)")
    }
}
