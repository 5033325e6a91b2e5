import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct DeadLetterCommandTests {
    private struct Line: Decodable {
        let stage: String
        let kind: String?
        let event: String?
        let number: Int64?
        let submission: String?
        let cause: String?
        let origin: Origin?
        let contents: Contents?
        let attempts: Int
        let error: String?
        let submissionState: String?
        let retry: String

        struct Origin: Decodable {
            let topic: String
            let partition: Int
            let offset: Int64
        }

        struct Contents: Decodable {
            let key: String
            let headers: [[String: String]]
            let text: String
            let hex: String
        }
    }

    @Test func listsWhatStagesHaveGivenUpOn() async throws {
        try await OperatorGround.run { ground in
            #expect(try await ground.docket("dlq", "list").output == "No dead letters.\n")
            #expect(try await ground.docket("dlq", "list", "--json").jsonLines(Line.self).isEmpty)
            let (first, event) = try await ground.givenUp(.validation)
            let (second, preview) = try await ground.givenUp(.preview, sequence: 3, failing: false)

            let text = try await ground.docket("dlq", "list")
            #expect(text.code == .success)
            let lines = text.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].contains(event.description) && lines[0].contains(first.id.description))
            #expect(lines[0].contains("1 attempts") && lines[0].contains("broken: Something is broken."))
            #expect(lines[1].contains(preview.description))

            let all = try await ground.docket("dlq", "list", "--json").jsonLines(Line.self)
            #expect(all.map(\.stage) == ["validation", "preview"])
            #expect(all.map(\.submission) == [first.id.description, second.id.description])
            #expect(all.map(\.submissionState) == ["failed", "submitted"])
            #expect(all.map(\.attempts) == [1, 1])
            let some = try await ground.docket("dlq", "list", "--stage", "preview", "--json").jsonLines(Line.self)
            #expect(some.map(\.event) == [preview.description])
            #expect(try await ground.docket("dlq", "list", "--limit", "1", "--json").jsonLines(Line.self).count == 1)
        }
    }

    @Test func showsOneWithItsCauseAndItsEvent() async throws {
        try await OperatorGround.run { ground in
            let (submission, event) = try await ground.givenUp(.normalization, failing: false)
            let text = try await ground.docket("dlq", "show", event.description)
            #expect(text.code == .success)
            for part in ["normalization", submission.id.description, "broken: Something is broken.", "lets normalization try"] {
                #expect(text.output.contains(part), "\(part)")
            }
            #expect(text.output.contains(#""type":"com.docket.submission.submitted.v1""#))
            let line = try await ground.docket("dlq", "show", event.description, "--json").json(Line.self)
            #expect(line.event == event.description && line.error == "broken: Something is broken.")
        }
    }

    /// Garbage that somebody wrote to a topic.
    @Test func recordsThatBecameNoWorkAreInTheList() async throws {
        try await OperatorGround.run { ground in
            let (_, event) = try await ground.givenUp(.validation)
            try await ground.garbage(Array("hello\u{1B}[2J".utf8) + [0xFF], offset: 17)
            try await ground.garbage(Array("there".utf8), offset: 18)
            let list = try await ground.docket("dlq", "list")
            let lines = list.output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].contains("\(event)"))
            #expect(
                lines[1].contains("docket.submitted[2]@17") && lines[1].contains("event-malformed: The bytes are not an event."))
            let all = try await ground.docket("dlq", "list", "--json").jsonLines(Line.self)
            #expect(all.map(\.kind) == ["event", "record", "record"])
            #expect(all.map(\.cause) == ["broken", "event-malformed", "event-malformed"])
            #expect(all[1].origin?.topic == "docket.submitted" && all[1].origin?.partition == 2 && all[1].origin?.offset == 17)
            #expect(all[1].contents == nil && all[1].event == nil)
            let (first, second) = ("\(try #require(all[1].number))", "\(try #require(all[2].number))")

            let shown = try await ground.docket("dlq", "show", first)
            for part in [
                "docket.submitted[2]@17", "event-malformed", "from  kcat", "hello·[2J",
                "68 65 6c 6c 6f 1b 5b 32 4a ff ", "  hello·[2J·\n",
                "this version cannot read it either",
            ] {
                #expect(shown.output.contains(part), "\(part) in \(shown.output)")
            }
            #expect(!shown.output.contains("\u{1B}"), "bytes of anybody's steer no terminal")
            let contents = try #require(try await ground.docket("dlq", "show", first, "--json").json(Line.self).contents)
            #expect(contents.hex == "68656c6c6f1b5b324aff" && contents.text.hasPrefix("hello\u{1B}"))
            #expect(contents.key == "a key" && contents.headers == [["name": "from", "value": "kcat"]])

            let retried = try await ground.docket("dlq", "retry", first)
            #expect(retried.code == .success && retried.output.contains("\(first): changes nothing"))
            #expect(try await ground.docket("dlq", "discard", first).code == .usage, "it asks, and nobody is there")
            #expect(try await ground.docket("dlq", "discard", first, answering: ["no"]).output.contains("\(first): kept"))
            #expect(try await ground.docket("dlq", "discard", first, answering: ["yes"]).output.contains("\(first): discarded"))
            #expect(try await ground.audit() == ["dead-letter.discard by operator:erna"])
            #expect(try await ground.docket("dlq", "show", first).code == .notFound)
            #expect(try await ground.docket("dlq", "discard", second, "\(event)", "--yes").code == .success)
            #expect(try await ground.docket("dlq", "list").output == "No dead letters.\n")
        }
    }

    /// An older version could not read it; or the database was away for a while, and has the event again.
    @Test func aRecordWhoseEventIsThereIsTriedAgain() async throws {
        try await OperatorGround.run { ground in
            let submission = try await ground.submissions.submittedSample()
            let log = PostgresEventLog(pool: ground.database.pool)
            let event = try #require(try await log.events(of: submission.id, afterSequence: 3, limit: 1).first)
            try await ground.garbage(event.payload, offset: 1)
            let listed = try #require(try await ground.docket("dlq", "list", "--json").jsonLines(Line.self).first)
            #expect(listed.submission == "\(submission.id)" && listed.event == "\(event.id)")
            let dry = try await ground.docket("dlq", "retry", "--all", "--dry-run")
            #expect(dry.output.contains("would: \(try #require(listed.number)): lets validation try the event \(event.id)"))
            #expect(try await ground.docket("dlq", "retry", "--all").code == .success)
            let due = try await ground.items.claimDueRetries(stage: .validation, limit: 10, ground.lease)
            #expect(due.map(\.key.eventID) == [event.id])
            #expect(try await ground.docket("dlq", "list").output == "No dead letters.\n")
        }
    }

    @Test func aDryRunTellsWhatARetryWouldChangeAndChangesNothing() async throws {
        try await OperatorGround.run { ground in
            let (failed, event) = try await ground.givenUp(.validation)
            let (_, preview) = try await ground.givenUp(.preview, sequence: 3, failing: false)
            let dry = try await ground.docket("dlq", "retry", "--all", "--dry-run")
            #expect(dry.code == .success)
            #expect(dry.output.contains("would: \(event): hands the failed submission in again (version 6)"))
            #expect(dry.output.contains("would: \(preview): lets preview try the event again"))
            #expect(try await ground.state(failed) == .failed)
            #expect(try await ground.docket("dlq", "list", "--json").jsonLines(Line.self).count == 2)
        }
    }

    @Test func aRetryHandsInAgainOrLetsTheStageTryAgain() async throws {
        try await OperatorGround.run { ground in
            let (failed, event) = try await ground.givenUp(.validation)
            let (_, preview) = try await ground.givenUp(.preview, sequence: 3, failing: false)
            let one = try await ground.docket("dlq", "retry", event.description)
            #expect(one.code == .success)
            #expect(one.output.contains("hands the failed submission in again"))
            #expect(try await ground.state(failed) == .submitted)
            let rest = try await ground.docket("dlq", "retry", "--all")
            #expect(rest.output.contains("\(preview): lets preview try the event again"))
            let due = try await ground.items.claimDueRetries(stage: .preview, limit: 10, ground.lease)
            #expect(due.map(\.key.eventID) == [preview])
            #expect(try await ground.docket("dlq", "list", "--json").jsonLines(Line.self).isEmpty)
            // The same once more: it is not there any more.
            let again = try await ground.docket("dlq", "retry", event.description)
            #expect(again.code == .notFound)
        }
    }

    @Test func discardingAsksAndIsAudited() async throws {
        try await OperatorGround.run { ground in
            let (submission, event) = try await ground.givenUp(.validation)
            let silent = try await ground.docket("dlq", "discard", event.description)
            #expect(silent.code == .usage)
            #expect(silent.errors.contains("--yes"))
            let no = try await ground.docket("dlq", "discard", event.description, answering: ["no"])
            #expect(no.code == .success)
            #expect(no.output.contains("Discard this dead letter?") && no.output.contains(submission.id.description))
            #expect(no.output.contains("\(event): kept"))
            // The end of the input is no answer.
            #expect(try await ground.docket("dlq", "discard", event.description, answering: []).output.contains("kept"))
            #expect(try await ground.audit().isEmpty)

            let yes = try await ground.docket("dlq", "discard", event.description, answering: ["yes"])
            #expect(yes.output.contains("\(event): discarded"))
            #expect(try await ground.audit() == ["dead-letter.discard by operator:erna"])
            #expect(try await ground.state(submission) == .failed)
            #expect(try await ground.docket("dlq", "discard", event.description, "--yes").code == .notFound)

            _ = try await ground.givenUp(.preview, sequence: 3, failing: false)
            #expect(try await ground.docket("dlq", "discard", "--all", "--yes").output.contains("discarded"))
            #expect(try await ground.docket("dlq", "list", "--json").jsonLines(Line.self).isEmpty)
        }
    }

    @Test func wrongInputIsNamed() async throws {
        try await OperatorGround.run { ground in
            let unknown = UUID().uuidString.lowercased()
            let cases: [(words: [String], code: ExitCode, names: String)] = [
                (["show", unknown], .notFound, unknown), (["retry", unknown], .notFound, unknown),
                (["discard", unknown, "--yes"], .notFound, unknown), (["show", "nonsense"], .usage, "LETTER"),
                (["show", "-1"], .usage, "-1"), (["show", "77"], .notFound, "77"),
                (["list", "--stage", "polishing"], .usage, "polishing"), (["list", "--limit", "0"], .usage, "--limit"),
                (["retry"], .usage, "--all"), (["retry", "--all", unknown], .usage, "--all"), (["discard"], .usage, "--all"),
            ]
            for (words, code, names) in cases {
                let environment = ["DATABASE_URL": ground.database.configuration.connectionString]
                let outcome = try await OperatorGround.docket(["dlq"] + words, environment: environment)
                #expect(outcome.code == code, "\(words): \(outcome.errors)")
                #expect(outcome.errors.contains(names), "\(words): \(outcome.errors)")
            }
        }
    }

    @Test func aDatabaseThatIsNotThereOrNotMigratedIsTold() async throws {
        let nobody = try await OperatorGround.docket(
            ["dlq", "list"], environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/docket"])
        #expect(nobody.code == .unavailable)
        #expect(nobody.errors.contains("DATABASE_URL"))
        try await TestDatabase.run { database in
            let empty = try await OperatorGround.docket(
                ["dlq", "list"], environment: ["DATABASE_URL": database.configuration.connectionString])
            #expect(empty.code == .configuration)
            #expect(empty.errors.contains("docket migrate"))
        }
    }
}
