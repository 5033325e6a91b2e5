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
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["standardwebhooks"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
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
}
