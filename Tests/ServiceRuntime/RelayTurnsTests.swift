import Domain
import FoundationEssentials
import Shared
import Support
import Testing

@testable import ServiceRuntime

@Suite struct RelayTurnsTests {
    private let start = Date(timeIntervalSince1970: 1_000)
    private let acme = OutboxLine(topic: .submitted, tenant: "acme", journey: "sample")
    private let globex = OutboxLine(topic: .submitted, tenant: "globex", journey: "sample")

    private func claim(_ positions: Range<Int64>, of line: OutboxLine, held: Set<OutboxLine> = []) -> OutboxClaim {
        let rows = positions.map { position in
            OutboxRow(
                position: position, eventID: .random(), submission: .random(), tenant: "acme", sequence: 1, topic: .submitted,
                type: .submissionSubmitted, traceparent: nil, payload: [], line: line)
        }
        return OutboxClaim(rows: rows, isMoreWaiting: false, held: held)
    }

    @Test func `a row takes a place from its claim until its stage has ended it`() {
        var turns = RelayTurns(TurnSettings(underWay: 3))
        turns.claimed(claim(1..<4, of: acme, held: [acme]))
        #expect(turns.room(limit: 10).free(acme) == 0)
        #expect(turns.room(limit: 10).free(globex) == 3)
        #expect(turns.questions(at: start).isEmpty, "nobody else can know of what is not marked")
        turns.marked([1, 2])
        let later = start.addingTimeInterval(1)
        let asked = turns.questions(at: later)
        #expect(asked.map(\.position) == [1, 2] && asked.allSatisfy { $0.stage == .validation })
        turns.answered(OutboxProgress(finished: [1]), of: asked, at: later)
        #expect(turns.room(limit: 10).free(acme) == 1)
    }

    @Test func `a row that was not delivered takes no place while it rests`() {
        var turns = RelayTurns(TurnSettings(underWay: 3))
        turns.claimed(claim(1..<4, of: acme))
        turns.failed(2)
        #expect(turns.room(limit: 10).free(acme) == 1)
        turns.failed(2)
        #expect(turns.room(limit: 10).free(acme) == 1)
    }

    @Test func `what no stage handles and what is no event takes no place`() {
        var turns = RelayTurns(TurnSettings(underWay: 3))
        for line in [
            OutboxLine(topic: "docket.custody", tenant: "", journey: ""), OutboxLine(topic: .uploads, tenant: "a", journey: "b"),
        ] {
            turns.claimed(claim(1..<4, of: line))
            #expect(turns.room(limit: 10).free(line) == 10)
        }
        let rows = [
            OutboxRow(
                position: 9, eventID: .random(), submission: .random(), tenant: "acme", sequence: 1, topic: .submitted,
                type: nil, traceparent: nil, payload: [], line: acme)
        ]
        turns.claimed(OutboxClaim(rows: rows, isMoreWaiting: false))
        #expect(turns.room(limit: 10).free(acme) == 3)
    }

    @Test func `it asks about lines without a place alone, and later where nothing ends`() {
        var turns = RelayTurns(TurnSettings(underWay: 2))
        turns.claimed(claim(1..<3, of: acme))
        turns.claimed(claim(3..<4, of: globex, held: [acme]))
        turns.marked([1, 2, 3])
        var now = start
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let asked = turns.questions(at: now)
            #expect(asked.map(\.position) == [1, 2])
            turns.answered(OutboxProgress(finished: []), of: asked, at: now)
            #expect(turns.questions(at: now).isEmpty)
            let pause = turns.nextQuestion(after: now) ?? .zero
            pauses.append(pause)
            now = now.addingTimeInterval(pause / .seconds(1) + 0.001)
        }
        #expect(pauses == pauses.sorted() && pauses.last.map { $0 <= RelayTurns.longestPause } ?? false)
        let asked = turns.questions(at: now)
        turns.answered(OutboxProgress(finished: [1, 2]), of: asked, at: now)
        #expect(turns.nextQuestion(after: now).map { $0 < RelayTurns.longestPause } ?? false)
        turns.claimed(claim(5..<6, of: acme))
        #expect(turns.nextQuestion(after: now) == nil, "nobody waits any more")
    }

    @Test func `with the broker away it rests, too, and goes on once there are reports`() {
        var turns = RelayTurns(TurnSettings(underWay: 2))
        turns.claimed(claim(1..<3, of: acme, held: [acme]))
        var now = start
        for _ in 0..<8 {
            #expect(turns.questions(at: now).isEmpty)
            let pause = turns.nextQuestion(after: now) ?? .zero
            #expect(pause > RelayTurns.shortestPause)
            now = now.addingTimeInterval(pause / .seconds(1) + 0.001)
        }
        turns.marked([1, 2])
        #expect(turns.questions(at: now).count == 2)
    }

    @Test func `a clock that is put back makes it ask at once`() {
        var turns = RelayTurns(TurnSettings(underWay: 1))
        turns.claimed(claim(1..<2, of: acme, held: [acme]))
        turns.marked([1])
        turns.answered(OutboxProgress(finished: []), of: turns.questions(at: start), at: start)
        #expect(!turns.questions(at: start.addingTimeInterval(-3_600)).isEmpty)
    }

    @Test func `processes that hold the same line share its places, and each goes on`() {
        var turns = RelayTurns(TurnSettings(underWay: 100))
        turns.claimed(claim(0..<100, of: acme, held: [acme]))
        turns.marked(Set(0..<100))
        let asked = turns.questions(at: start)
        turns.answered(OutboxProgress(finished: Set(0..<90), holders: [acme: 4]), of: asked, at: start)
        #expect(turns.room(limit: 500).free(acme) == 15)
        turns.answered(OutboxProgress(finished: [], holders: [acme: 1_000]), of: [], at: start)
        #expect(turns.places(acme) == RelayTurns.leastPlaces)
        turns.claimed(claim(0..<0, of: acme))
        #expect(turns.places(acme) == 100, "the line is held no more")
    }

    /// Against a plain model: no line ever has more under way than it may, and all that was ever written comes to its end.
    @Test(arguments: 0..<100 as Range<UInt64>) func `no line has too much under way, and none is forgotten`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lines = (0..<4).map { OutboxLine(topic: Topic.submitted.rawValue, tenant: "tenant-\($0)", journey: "sample") }
        let underWay = 1 + generator.number(below: 5)
        var turns = RelayTurns(TurnSettings(underWay: underWay))
        var backlog: [TurnOrder.Row] = (0..<200).map {
            TurnOrder.Row(position: Int64($0), line: lines[generator.chance(0.8) ? 0 : generator.number(below: 4)])
        }
        var published: [Int64: OutboxLine] = [:]
        var (ended, now, steps) = (Set<Int64>(), start, 0)
        while !backlog.isEmpty || !published.isEmpty {
            steps += 1
            #expect(steps < 20_000)
            if steps >= 20_000 { return }
            now = now.addingTimeInterval(0.6)
            let asked = turns.questions(at: now)
            if !asked.isEmpty {
                let finished = Set(asked.map(\.position).filter(ended.contains))
                turns.answered(OutboxProgress(finished: finished), of: asked, at: now)
            }
            let choice = TurnOrder.choose(backlog, within: turns.room(limit: 1 + generator.number(below: 6)))
            let rows = backlog.filter { choice.positions.contains($0.position) }
            turns.claimed(
                OutboxClaim(
                    rows: rows.map { row in
                        OutboxRow(
                            position: row.position, eventID: .random(), submission: .random(), tenant: "acme", sequence: 1,
                            topic: .submitted, type: .submissionSubmitted, traceparent: nil, payload: [], line: row.line)
                    }, isMoreWaiting: false, held: choice.held))
            for row in rows {
                if generator.chance(0.1) {
                    turns.failed(row.position)
                } else {
                    published[row.position] = row.line
                    backlog.removeAll { $0 == row }
                    turns.marked([row.position])
                }
            }
            for line in lines { #expect(published.values.count { $0 == line } <= underWay) }
            for position in published.keys.sorted() where generator.chance(0.3) {
                ended.insert(position)
                published[position] = nil
            }
        }
        #expect(ended.count == 200)
    }
}
