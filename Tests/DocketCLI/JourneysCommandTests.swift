import CommandLine
import FoundationEssentials
import JourneyFiles
import Operations
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct JourneysCommandTests {
    @Test func aNewJourneyWorksAndIsTested() async throws {
        try await InProcessRun.inFolder { folder in
            let made = try await InProcessRun.docket(["journeys", "new", "parking-permit", "--journeys", folder])
            #expect(made.code == 0, "\(made.errors)")
            let path = "\(folder)/parking-permit.yaml"
            let text = try #require(FileText.read(path))
            #expect(text.split(separator: "\n").count < 10)
            #expect(text.hasPrefix("title: \"Parking permit\"\n"))

            let checked = try await InProcessRun.docket(["journeys", "check", path])
            #expect(checked.code == 0 && checked.output.contains("parking-permit  2 examples hold"), "\(checked)")
            let listed = try await InProcessRun.docket(["journeys", "list"], environment: ["DOCKET_JOURNEYS": folder])
            #expect(listed.output.contains("parking-permit") && listed.output.contains("from a file"))
            #expect(listed.output.contains("proof-of-address") && listed.output.contains("built in"))
            let shown = try await InProcessRun.docket(["journeys", "show", "parking-permit", "--journeys", folder])
            #expect(shown.output.contains("at most 90 days ago"))
            let json = try await InProcessRun.docket(["journeys", "show", "parking-permit", "--journeys", folder, "--json"])
            let journey = try CanonicalJSON.decode(JourneyDefinition.self, from: Array(json.output.utf8))
            #expect(journey == (try JourneyFolder.file(path).journey))

            let again = try await InProcessRun.docket(["journeys", "new", "parking-permit", "--journeys", folder])
            #expect(again.code == ExitCode.cannotCreate.rawValue && again.errors.contains("is there already"))
        }
    }

    @Test func faultsAreNamedWithTheirLines() async throws {
        try await InProcessRun.inFolder { folder in
            for (name, text) in [("a", "title: A\ntypes: []\n"), ("b", "titel: B\ntypes: {x: {title: X, pages: many}}\n")] {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).yaml"))
            }
            let checked = try await InProcessRun.docket(["journeys", "check", "--journeys", folder])
            #expect(checked.code == ExitCode.notAccepted.rawValue)
            for fault in ["a.yaml:2:8: types is a mapping", "b.yaml:1:1: ", "b.yaml:2:30: pages is a number"] {
                #expect(checked.errors.contains(fault), "\(checked.errors)")
            }
            #expect(
                try await InProcessRun.docket(["journeys", "list", "--journeys", folder]).code == ExitCode.notAccepted.rawValue)
            #expect(try await InProcessRun.docket(["journeys", "check"]).code == ExitCode.usage.rawValue)
            #expect(try await InProcessRun.docket(["journeys", "show", "nothing"]).code == ExitCode.notFound.rawValue)
        }
    }

    @Test func callOutsAreCheckedByTheRuleOfWebhooks() async throws {
        try await InProcessRun.inFolder { folder in
            let text = """
                title: Letters
                types: {letter: {title: Letter}}
                callouts:
                  - {name: risk, url: "http://localhost:9000/"}
                """
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/letters.yaml"))
            for command in [
                ["check", "--journeys", folder], ["check", "\(folder)/letters.yaml"], ["list", "--journeys", folder],
            ] {
                let refused = try await InProcessRun.docket(["journeys"] + command)
                #expect(refused.code == ExitCode.notAccepted.rawValue, "\(command)")
                #expect(
                    refused.errors.contains("letters.yaml:3:1: ") && refused.errors.contains("DOCKET_WEBHOOK_ALLOW_PRIVATE=true"),
                    "\(refused.errors)")
                let variables = ["DOCKET_WEBHOOK_ALLOW_PRIVATE": "true"]
                let taken = try await InProcessRun.docket(["journeys"] + command, environment: variables)
                #expect(taken.code == 0, "\(taken.errors)")
            }
        }
    }

    @Test func filesAreCheckedWithoutBeingSent() async throws {
        try await InProcessRun.inFolder { folder in
            let photo = "\(folder)/photo.png"
            let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            let content =
                header + Array("IHDR".utf8) + [0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 3]
                + Array("IDAT".utf8) + [1, 2, 3, 0, 0, 0, 0] + [0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]
            try Data(content).write(to: URL(filePath: photo))
            let today = CalendarDate(Timestamp(Date()), in: .utc)
            func check(_ date: CalendarDate, _ more: String...) async throws -> InProcessRun.Outcome {
                try await InProcessRun.docket(
                    ["check", photo, "-j", "proof-of-address", "-t", "utility-bill", "-d", date.description, "--no-jail"] + more)
            }
            let good = try await check(today)
            #expect(good.code == 0 && good.output.contains("accepted"))
            #expect(good.output.contains("open: file.no-malware, file.type-confirmed"))
            let old = try await check(today.adding(days: -100), "--language", "de")
            #expect(old.code == ExitCode.refused.rawValue)
            #expect(old.output.contains("darf nicht älter als 90 Tage sein"))
            let json = try await check(today, "--json")
            let run = try CanonicalJSON.decode(DryRun.self, from: Array(json.output.utf8))
            #expect(run.documents[0].files[0].pixels == PixelSize(width: 16, height: 16))
            #expect(run.documents[0].files[0].digest == ContentDigest(of: content))
            let unknown = try await InProcessRun.docket(["check", photo, "-j", "proof-of-address", "--no-jail"])
            #expect(unknown.code == ExitCode.notAccepted.rawValue && unknown.errors.contains("--type"))
            let missing = try await InProcessRun.docket([
                "check", "\(folder)/none", "-j", "identity", "-t", "passport", "--no-jail",
            ])
            #expect(missing.code == ExitCode.notFound.rawValue)
        }
    }

    @Test(arguments: [("30d", 30 * 86_400), ("12h", 43_200), ("45m", 2700)])
    func timesAreRead(text: String, seconds: Int) throws {
        #expect(try DaysAgo(argument: text).seconds == seconds)
        #expect(try DaysAgo(argument: text).description == text)
    }

    @Test(arguments: ["", "d", "0d", "-1d", "30", "30w", "1000000d"])
    func otherTimesAreNot(text: String) {
        #expect(throws: InvalidValue.self) { try DaysAgo(argument: text) }
    }

    @Test func whatIfIsToldInLines() {
        let type = DocumentType(id: "letter", title: "Letter", hint: "", icon: "", issueDate: .issuedWithin(days: 10))
        let journey = JourneyDefinition(id: "test", title: "T", summary: "", documentTypes: [type], documents: CountRange(1...1))
        let old = JourneyDefinition(
            id: "test", title: "T", summary: "",
            documentTypes: [DocumentType(id: "letter", title: "Letter", hint: "", icon: "", issueDate: .issuedWithin(days: 90))],
            documents: CountRange(1...1))
        var whatIf = WhatIf(new: journey)
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        let id = SubmissionID.random()
        for age in [5, 20] {
            var file = PageFacts(id: .random(), size: 10, mediaType: .jpeg, integrity: .intact)
            file.blankPages = 0
            let document = DocumentFacts(id: .random(), type: "letter", issueDate: .day(today.adding(days: -age)), pages: [file])
            whatIf.add(id, SubmissionFacts(journey: old, documents: [document], today: today))
        }
        let lines = WhatIfScreen.lines(WhatIfReport(whatIf), style: .plain)
        #expect(lines.first == "  1 of 2 submissions of test would be decided otherwise")
        #expect(lines.contains { $0.contains("accepted before, now refused") })
        #expect(lines.contains { $0.contains("document.issue-date-recent") && $0.contains(id.description) })
        #expect(!lines.contains { $0.contains("beside reviewers") })
    }

    @Test func whatIfIsHeldAgainstReviewers() {
        let journey = JourneyDefinition(
            id: "test", title: "T", summary: "",
            documentTypes: [DocumentType(id: "letter", title: "Letter", hint: "", icon: "", issueDate: .required)],
            documents: CountRange(1...1))
        var whatIf = WhatIf(new: journey)
        for (review, date) in [
            (WhatIf.Review.refused, StatedDate.absent), (.refused, .day(CalendarDate(daysSinceEpoch: 0))), (.accepted, .absent),
        ] {
            var file = PageFacts(id: .random(), size: 10, mediaType: .jpeg, integrity: .intact)
            file.blankPages = 0
            let document = DocumentFacts(id: .random(), type: "letter", issueDate: date, pages: [file])
            whatIf.add(
                .random(),
                SubmissionFacts(journey: journey, documents: [document], today: CalendarDate(daysSinceEpoch: 100)),
                review: review)
        }
        let lines = WhatIfScreen.lines(WhatIfReport(whatIf), style: .plain)
        #expect(lines.contains { $0.contains("beside reviewers") })
        let line = lines.first { $0.contains("document.issue-date-required") }
        #expect(line?.contains("would have caught 1 of 2 that reviewers refused") == true, "\(lines)")
        #expect(line?.contains("held up 1 of 1 that they accepted") == true, "\(lines)")
        let json = JSONText.of(WhatIfReport(whatIf))
        #expect(json.contains("\"reviews\"") && json.contains("\"caught\""))
    }
}
