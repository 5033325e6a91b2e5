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
}
