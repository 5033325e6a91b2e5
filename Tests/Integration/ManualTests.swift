import EventLoop
import FoundationEssentials
import ServiceRuntime
import Support
import Testing

/// The manual says what the code says, and its links lead somewhere.
@Suite struct ManualTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test func itsTablesAreWhatTheCodeSays() async throws {
        let check = try await Program.run(
            "\(Self.root)/deploy/manual/renew", ["--check", "--programs", try BuiltPrograms.folder()])
        #expect(check.status.isSuccess, "\(check.complaints)")
    }

    @Test func itsLinksLeadToFilesThatAreThere() throws {
        for folder in ["", "/.github", "/deploy/manual", "/deploy/runbooks"].map({ Self.root + $0 }) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
            #expect(!names.isEmpty, "\(folder)")
            for name in names {
                let text = try #require(ProcFile.text("\(folder)/\(name)"))
                for link in text.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map(\.output.1) where !link.contains("://") {
                    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(link)"), "\(folder)/\(name) names \(link)")
                }
            }
        }
    }

    /// The pages for whoever changes the code name its files as they are.
    @Test(arguments: ["ARCHITECTURE", "CONTRIBUTING"])
    func itsSourcesAreThere(page: String) throws {
        let sources = try ["Shared", "Services", "Tests"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: "\(Self.root)/\(folder)").map { "/\(folder)/\($0)" }
        }
        let text = try #require(ProcFile.text("\(Self.root)/.github/\(page).md"))
        let named = text.matches(of: /`([\w+\/.]+\.swift)`/).map { "/" + $0.output.1 }
        #expect(named.count > 15)
        for name in named where !name.contains(/JOURNEY|LANGUAGE|Package/) {
            #expect(sources.contains { $0.hasSuffix(name) }, "\(page) names \(name)")
        }
    }

    /// One environment serves all services: none takes another's variable for a typing error.
    @Test(arguments: BuiltPrograms.services)
    func everyServiceKnowsTheVariablesOfTheOthers(service: String) async throws {
        var all: [Set<String>] = []
        for service in BuiltPrograms.services { all.append(try await Self.variables(of: service)) }
        let common = all.dropFirst().reduce(all[0]) { $0.intersection($1) }
        let unknown = try await Self.variables(of: service).subtracting(common).subtracting(SharedVariables.names)
        #expect(unknown == [])
    }

    private static func variables(of service: String) async throws -> Set<String> {
        let table = try await Program.check(try BuiltPrograms.path(service), ["--variables"]).text
        return Set(table.split(separator: "`").map(String.init).filter { $0.hasPrefix("DOCKET_") })
    }
}
