import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Support
import Testing

@testable import NotificationService

/// What is sent, judged by the reference implementation (`standardwebhooks` from PyPI).
@Suite(.timeLimit(.minutes(3))) struct ReferenceLibraryTests {
    @Test func theReferenceLibraryVerifiesWhatIsSent() async throws {
        let folder = try TemporaryFolder("webhooks")
        guard let python = await Self.python(in: folder.path) else {
            try Test.cancel("standardwebhooks is not installed and cannot be: python3, its venv module or PyPI is out of reach")
        }
        let request = try Samples.endpoint("https://example.org/hook").request(for: Samples.outcome(), at: Timestamp(Date()))
        guard case .bytes(let body) = request.body else {
            Issue.record("no body")
            return
        }
        try Data(body).write(to: URL(filePath: folder.path + "/body"))
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        try JSONEncoder().encode(headers).write(to: URL(filePath: folder.path + "/headers"))
        let signed = try await Program.run(python, ["-c", Self.script, folder.path, Samples.secret])
        #expect(signed.text == "needs_input\n", "\(signed.complaints)")
        let other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let forged = try await Program.run(python, ["-c", Self.script, folder.path, other])
        #expect(forged.text == "no matching signature\n", "\(forged.complaints)")
    }

    private static let script = """
        import json, sys
        from standardwebhooks import Webhook, WebhookVerificationError
        folder, secret = sys.argv[1:]
        body = open(folder + "/body", "rb").read()
        try:
            print(Webhook(secret).verify(body, json.load(open(folder + "/headers")))["data"]["state"])
        except WebhookVerificationError:
            print("no matching signature")
        """

    /// A Python that has the library: the system's, or one made in the folder. Nil when there can be neither.
    private static func python(in folder: String) async -> String? {
        func succeeds(_ program: String, _ arguments: [String]) async -> Bool {
            // Where packages come from is the machine's matter.
            let environment = ProcessInfo.processInfo.environment.filter { name, _ in
                name.hasPrefix("PIP_") || name.lowercased().hasSuffix("_proxy")
            }
            let result = try? await Program.run(program, arguments, environment: environment)
            return result?.status.isSuccess ?? false
        }
        if await succeeds("python3", ["-c", "import standardwebhooks"]) { return "python3" }
        let own = "\(folder)/venv/bin/python3"
        guard await succeeds("python3", ["-m", "venv", "\(folder)/venv"]),
            await succeeds(own, ["-m", "pip", "install", "--quiet", "standardwebhooks"])
        else { return nil }
        return own
    }
}
