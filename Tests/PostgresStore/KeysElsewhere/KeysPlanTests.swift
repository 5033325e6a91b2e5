import FoundationEssentials
import Testing

@testable import PostgresStore

/// Which keys are believed to be whose.
struct KeysPlanTests {
    private static let (mine, others) = (UUID(), UUID())

    private func decide(
        _ ours: (id: UUID?, isElsewhere: Bool, isAtAddress: Bool), _ theirs: (id: UUID?, isEmpty: Bool),
        isCutOff: Bool = false, hasDocuments: Bool = false, taking: Bool = false
    ) throws(KeysElsewhereRefusal) -> KeysPlan {
        try KeysPlan.decide(
            KeysPlan.Ours(
                id: ours.id, isElsewhere: ours.isElsewhere, isAtAddress: ours.isAtAddress, isCutOff: isCutOff),
            KeysPlan.Theirs(id: theirs.id, isEmpty: theirs.isEmpty, hasDocuments: hasDocuments), taking: taking)
    }

    @Test func `keys move into a database that has none`() throws {
        for id in [nil, Self.mine] {
            guard case .move(let new) = try decide((id, false, false), (nil, true)) else {
                Issue.record("they move")
                return
            }
            #expect(new != Self.mine, "the database that a broken-off move has left behind has that id")
        }
    }

    @Test func `a move that was broken off goes on`() throws {
        #expect(try decide((Self.mine, false, false), (Self.mine, false)) == .move(Self.mine))
    }

    @Test func `keys of the same id are reached, by another address too`() throws {
        #expect(try decide((Self.mine, true, true), (Self.mine, false)) == .nothing)
        #expect(try decide((Self.mine, true, false), (Self.mine, false)) == .connect(Self.mine))
    }

    @Test func `rows that were restored share no keys with those that they are a copy of`() throws {
        #expect(throws: KeysElsewhereRefusal.isRestored) {
            try decide((Self.mine, true, false), (Self.mine, false), isCutOff: true)
        }
        // Neither do those that somebody takes the keys for, without a restore.
        for (isCutOff, isAtAddress) in [(true, false), (false, true), (false, false)] {
            let plan = try decide((Self.mine, true, isAtAddress), (Self.mine, false), isCutOff: isCutOff, taking: true)
            guard case .connect(let id) = plan else {
                Issue.record("\(plan)")
                return
            }
            #expect(id != Self.mine)
        }
        // Nobody who moves keys for the first time is asked, though there is no address yet.
        for id in [nil, Self.mine] {
            guard case .move = try decide((id, false, false), (nil, true), isCutOff: true) else {
                Issue.record("they move")
                return
            }
        }
        #expect(try decide((Self.mine, false, false), (Self.mine, false), isCutOff: true) == .move(Self.mine))
    }

    @Test func `nothing is taken that is not known to be of these submissions`() {
        for ours in [(nil, false, false), (Self.mine, false, false), (Self.mine, true, true)] as [(UUID?, Bool, Bool)] {
            #expect(throws: KeysElsewhereRefusal.isOfOthers) { try decide(ours, (Self.others, false)) }
            #expect(throws: KeysElsewhereRefusal.isOfOthers) { try decide(ours, (Self.others, true)) }
            #expect(throws: KeysElsewhereRefusal.isOfOthers) { try decide(ours, (nil, false)) }
        }
        #expect(throws: KeysElsewhereRefusal.isEmpty) { try decide((Self.mine, true, true), (nil, true)) }
    }

    @Test(arguments: [others, nil], [true, false])
    func `whoever takes them gives both another id`(theirs: UUID?, isElsewhere: Bool) throws {
        let plan = try decide((Self.mine, isElsewhere, true), (theirs, false), taking: true)
        switch plan {
        case .connect(let id) where isElsewhere, .move(let id) where !isElsewhere:
            #expect(id != Self.mine && id != Self.others)
        default: Issue.record("\(plan)")
        }
    }

    @Test func `a database with submissions never gets keys`() {
        for taking in [true, false] {
            #expect(throws: KeysElsewhereRefusal.isOfDocuments) {
                try decide((nil, false, false), (nil, true), hasDocuments: true, taking: taking)
            }
        }
    }
}
