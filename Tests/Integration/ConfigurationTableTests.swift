import ServiceRuntime
import Support
import Testing

/// The README's tables of variables are those that the services print.
@Suite struct ConfigurationTableTests {
    @Test(arguments: ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"])
    func theReadmeNamesEveryVariable(service: String) async throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let readme = try #require(ProcFile.text("/\(root)/README.md"))
        let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
        let rows = table.split(separator: "\n").dropFirst(2)
        #expect(rows.count > 10)
        // The admin address alone has another default in each service.
        for row in rows where !row.contains("`DOCKET_ADMIN_ADDRESS`") {
            #expect(readme.contains(row), "\(row) is missing: put the output of \(service) --variables into the README")
        }
        #expect(readme.contains("`DOCKET_ADMIN_ADDRESS`"))
    }

    /// One environment serves all services: none takes another's variable for a typing error.
    @Test(arguments: ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"])
    func everyServiceKnowsTheVariablesOfTheOthers(service: String) async throws {
        let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
        let common: Set = [
            "DOCKET_DATABASE_CONNECTIONS", "DOCKET_ADMIN_ADDRESS", "DOCKET_LOG_LEVEL", "DOCKET_LOOPS", "DOCKET_LIFELINE_FD",
            "DOCKET_STOP_GRACE",
        ]
        let names = table.split(separator: "`").map(String.init).filter { $0.hasPrefix("DOCKET_") }
        #expect(Set(names).subtracting(common).isSubset(of: SharedVariables.names))
    }
}
