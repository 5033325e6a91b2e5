import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// Real files of all kinds, the broken and the hostile ones included.
    @Suite struct CorpusTests {
        @Test(.enabled(if: TestSettings.corpus != nil, "No corpus is tried: DOCKET_TEST_CORPUS names no folder of documents."))
        func everyFileEndsAndNoWorkerDies() async throws {
            let files = try Self.files(in: try #require(TestSettings.corpus))
            try #require(!files.isEmpty)
            try await RunningDocket.run { docket in
                let before = docket.environment
                for file in files { try await Self.submit(file, docket) }
                let after = docket.environment
                for name in KillPlan.services { #expect(before[name] == after[name], "\(name) has died") }
                let stored = try await docket.storedEvents()
                #expect(stored.parked == 0)
                #expect(stored.gaps == 0)
            }
        }

        /// Either the gateway refuses it at once, with a problem; or it is accepted, or refused with reasons.
        private static func submit(_ file: String, _ docket: RunningDocket) async throws {
            let name = file.split(separator: "/").suffix(2).joined(separator: "/")
            let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 1, [])])
            let document = try #require(draft.documents.first)
            do throws(IntakeClientError) {
                try await docket.client.addPage(try UploadFile(path: file), to: document.id, of: draft.id)
            } catch {
                #expect([413, 415, 422].contains(error.problem?.status), "\(name): \(error)")
                return
            }
            let result = try await docket.outcome(of: draft.id, within: .seconds(90))
            #expect(result.state == .accepted || result.state == .needsInput, "\(name) is \(result.state)")
            guard let ended = result.documents.first else { return }
            if result.state == .accepted {
                let pdf = try await docket.bytes(at: try #require(ended.pdf, "\(name)"))
                #expect(try await PageCheck.complaints(about: pdf) == "", "\(name)")
                for image in ended.pages.flatMap(\.images) {
                    #expect(try await PageCheck.traces(in: try await docket.bytes(at: image)) == "", "\(name)")
                }
            } else {
                #expect(!result.allReasons.isEmpty, "\(name)")
                MainJobTests.expectSaid(result.allReasons)
            }
        }

        private static func files(in folder: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
                var isFolder = false
                return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder) && !isFolder
            }.map { "\(folder)/\($0)" }
        }
    }
}
