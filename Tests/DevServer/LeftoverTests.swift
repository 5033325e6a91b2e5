import Glibc
import Testing

@testable import DevServer

@Suite struct LeftoverTests {
    @Test func statIsReadFromTheLastParenthesis() {
        let text = "4242 (odd) name (x)) S 1 4240 4240 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2 3"
        #expect(ProcessSnapshot(stat: text) == ProcessSnapshot(pid: 4242, group: 4240, startTime: 987_654))
        #expect(ProcessSnapshot(stat: "4242 (cut") == nil)
        #expect(ProcessSnapshot(stat: "") == nil)
        #expect(ProcessSnapshot(stat: "1 (a) Z 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20")?.isZombie == true)
    }

    @Test func theTableKnowsThisProcess() throws {
        let own = try #require(ProcessTable.process(getpid()))
        #expect(own.group == getpgrp())
        #expect(ProcessTable.snapshot().contains { $0.pid == own.pid && $0.startTime == own.startTime })
    }

    @Test func recordsSurviveTheirFile() {
        let records = ProcessRecords(entries: [
            .init(name: "gateway", pid: 12, startTime: 99), .init(name: "validation-2", pid: 13, startTime: 100),
        ])
        #expect(ProcessRecords(parsing: records.text) == records)
        #expect(ProcessRecords(parsing: "x y z\n1 5 init\n77 notanumber a\n").entries.isEmpty)
    }

    @Test func onlyOursLingers() {
        let records = ProcessRecords(entries: [
            .init(name: "alive", pid: 10, startTime: 1), .init(name: "reused", pid: 20, startTime: 1),
            .init(name: "helpers", pid: 30, startTime: 1), .init(name: "gone", pid: 40, startTime: 1),
            .init(name: "zombie", pid: 50, startTime: 1),
        ])
        let running = [
            ProcessSnapshot(pid: 10, group: 10, startTime: 1), ProcessSnapshot(pid: 20, group: 20, startTime: 777),
            ProcessSnapshot(pid: 21, group: 20, startTime: 778), ProcessSnapshot(pid: 31, group: 30, startTime: 5),
            ProcessSnapshot(pid: 50, group: 50, startTime: 1, isZombie: true),
        ]
        #expect(records.lingering(in: running).map(\.name) == ["alive", "helpers"])
    }

    @Test func theGuardianGivesServicesTimeAndPostgresAWord() {
        let postgres = ProcessRecords.Entry(name: "postgres", pid: 5, startTime: 1)
        let gateway = ProcessRecords.Entry(name: "gateway", pid: 6, startTime: 1)
        func orders(_ lingering: [ProcessRecords.Entry], _ elapsed: Duration) -> [GuardianDecision.Order] {
            GuardianDecision.orders(lingering: lingering, elapsed: elapsed)
        }
        #expect(orders([postgres, gateway], .zero).isEmpty)
        #expect(orders([postgres], .zero) == [.init(signal: SIGINT, pid: 5, toGroup: false)])
        #expect(
            orders([postgres, gateway], .seconds(3)) == [
                .init(signal: SIGKILL, pid: 6, toGroup: true), .init(signal: SIGINT, pid: 5, toGroup: false),
            ])
        #expect(orders([postgres], .seconds(5)) == [.init(signal: SIGQUIT, pid: 5, toGroup: false)])
        #expect(orders([postgres], .seconds(8)) == [.init(signal: SIGKILL, pid: 5, toGroup: true)])
        #expect(orders([], .seconds(8)).isEmpty)
    }
}
