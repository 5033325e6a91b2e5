import Configuration
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The journeys of a folder, as a gateway takes them at its start.
@Suite struct JourneyConfigurationTests {
    @Test func aGatewayDoesNotStartWithACallOutThatMayNotBeAsked() throws {
        let folder = try TemporaryFolder("journeys")
        let text = """
            title: Letters
            types: {letter: {title: Letter}}
            callouts:
              - {name: risk, url: "http://localhost:9000/"}
            """
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/letters.yaml"))
        func read(_ more: [String: String]) throws -> GatewayConfiguration {
            let own = ["DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off", "DOCKET_JOURNEYS": folder.path]
            var reader = ConfigurationReader(environment: own.merging(more) { $1 })
            let configuration = GatewayConfiguration(reading: &reader)
            try reader.finish()
            return configuration
        }
        for told in [[:], ["DOCKET_WEBHOOK_ALLOW_PRIVATE": "false"]] {
            let faults = #expect(throws: ConfigurationFaults.self) { try read(told) }
            #expect(faults?.faults.map(\.name) == ["DOCKET_JOURNEYS"])
            let words = faults.map { "\($0)" } ?? ""
            #expect(words.contains("letters.yaml:3:1: ") && words.contains("DOCKET_WEBHOOK_ALLOW_PRIVATE=true"), "\(words)")
        }
        let allowed = try read(["DOCKET_WEBHOOK_ALLOW_PRIVATE": "true"])
        #expect(allowed.journeys["letters"]?.callOuts.map(\.url) == ["http://localhost:9000/"])
    }
}
