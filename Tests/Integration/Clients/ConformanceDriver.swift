import EventLoop
import FoundationEssentials
import HTTPClient
import IntakeClient
import IntakeTransport
import Shared
import Support
import URLSessionTransport

/// Who carries out the steps of a case.
enum ConformanceDriver: String, Sendable, CaseIterable {
    /// `app` is the Swift client over the system's own client, as an app has it.
    case swift, app, python, pythonAsync, web

    static let pythonPackages = ["httpx==0.28.1", "cryptography==44.0.0"]
    static let library = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Services/Client"

    /// As the cases name it.
    var client: String {
        switch self {
        case .swift, .app: "swift"
        case .python, .pythonAsync: "python"
        case .web: "web"
        }
    }

    /// What each step came to.
    /// - Throws: `PythonPeers.Missing` where httpx cannot be had.
    func results(of steps: [JSONValue], _ variables: [String: JSONValue], http: HTTPClient) async throws -> [JSONValue] {
        if client == "swift" {
            let transport: any GatewayTransport =
                if self == .app { URLSessionTransport() } else { HTTPClientTransport(http, timeout: .seconds(10)) }
            var driver = SwiftDriver(transport: transport, variables: variables)
            return try await driver.run(steps)
        }
        let folder = try TemporaryFolder("conformance")
        let file = "\(folder.path)/case.json"
        let given = JSONValue.object(["steps": .array(steps), "variables": .object(variables)])
        try JSONEncoder().encode(given).write(to: URL(filePath: file))
        let drivers = ConformanceCase.folder
        let said =
            if self == .web {
                try await Program.check("node", ["\(drivers)/driver.mjs", "\(Self.library)/web", file], limit: .seconds(120))
            } else {
                try await Program.check(
                    try await PythonPeers.interpreter(with: Self.pythonPackages),
                    ["\(drivers)/driver.py"] + (self == .pythonAsync ? ["--async"] : []) + [file],
                    environment: ["PYTHONPATH": "\(Self.library)/python", "PYTHONDONTWRITEBYTECODE": "1"], limit: .seconds(120))
            }
        return try JSONDecoder().decode([JSONValue].self, from: Data(said.output))
    }
}
