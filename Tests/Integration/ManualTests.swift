import ServiceRuntime
import Support
import Testing

/// The README's tables of variables are those that the services print.
@Suite struct ConfigurationTableTests {
    private static let services = ["IntakeGateway", "ValidationWorker", "NormalizationWorker", "NotificationService"]

    @Test(arguments: services)
    func theReadmeNamesEveryVariable(service: String) async throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let readme = try #require(ProcFile.text("/\(root)/README.md"))
        let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
        let rows = table.split(separator: "\n").dropFirst(2)
        #expect(rows.count > 10)
        // The admin address alone has another default in each service.
        for row in rows where !row.contains("`DOCKET_ADMIN_ADDRESS`") {
            let isThere = readme.contains(row)
            #expect(isThere, "\(row) is missing: put the output of \(service) --variables into the README")
        }
        let namesTheAdminAddress = readme.contains("`DOCKET_ADMIN_ADDRESS`")
        #expect(namesTheAdminAddress)
    }

    /// One environment serves all services: none takes another's variable for a typing error.
    @Test(arguments: services)
    func everyServiceKnowsTheVariablesOfTheOthers(service: String) async throws {
        var all: [Set<String>] = []
        for service in Self.services { all.append(try await Self.variables(of: service)) }
        let common = all.dropFirst().reduce(all[0]) { $0.intersection($1) }
        let unknown = try await Self.variables(of: service).subtracting(common).subtracting(SharedVariables.names)
        #expect(unknown == [])
    }

    private static func variables(of service: String) async throws -> Set<String> {
        let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
        return Set(table.split(separator: "`").map(String.init).filter { $0.hasPrefix("DOCKET_") })
    }
}
