import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// An app team has its client generated from the description, by a program that we did not write, and goes a person's whole way
/// with it.
@Suite(.timeLimit(.minutes(5)))
struct GeneratedClientTests {
    @Test func aGeneratedClientCreatesUploadsSubmitsAndReads() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["openapi-python-client==0.29.1"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        try await GatewayUnderTest.run { gateway in
            let folder = try TemporaryFolder("generated")
            let description = try await gateway.client.with(token: nil).send("GET", "/openapi.json")
            try Data(description.body).write(to: URL(filePath: "\(folder.path)/openapi.json"))
            try Data(SampleFiles.jpeg(size: 100_000)).write(to: URL(filePath: "\(folder.path)/bill.jpg"))
            _ = try await Program.check(
                python,
                [
                    "-c", "from openapi_python_client.cli import app; app()", "generate", "--path", "openapi.json",
                    "--output-path", "client",
                ],
                workingDirectory: folder.path, limit: .seconds(120))
            let result = try await Program.run(
                python, ["-c", Self.script, "client", "http://\(gateway.address)", GatewayUnderTest.token, "bill.jpg"],
                workingDirectory: folder.path, limit: .seconds(60))
            #expect(result.status.isSuccess, "\(result.complaints)\(result.text)")
            let draft = try #require(result.text.split(separator: " ").first.map(String.init))
            #expect(try await gateway.submission(draft)["state"]?.string == "submitted")
        }
    }

    private static let script = """
        import datetime
        import io
        import sys
        import uuid

        folder, address, token, photo = sys.argv[1:5]
        sys.path.insert(0, folder)

        from docket_client import AuthenticatedClient
        from docket_client.api.documents_and_pages import add_document, add_page
        from docket_client.api.submissions import create_submission, read_submission, submit
        from docket_client.models import FileForm, JourneyName, NewDocument, NewSubmission, Problem, SubmissionState
        from docket_client.types import File


        def good(answer):
            if answer is None or isinstance(answer, Problem):
                sys.exit(f"no good answer: {answer}")
            return answer


        client = AuthenticatedClient(base_url=address, token=token)
        draft = good(create_submission.sync(
            client=client, body=NewSubmission(journey=JourneyName("proof-of-address")), idempotency_key=str(uuid.uuid4())))
        assert draft.state == SubmissionState.DRAFT and not draft.is_valid and draft.missing
        issued = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=10)
        document = good(add_document.sync(draft.id, client=client, body=NewDocument(type_="utility-bill", issue_date=issued)))
        content = open(photo, "rb").read()
        page = good(add_page.sync(draft.id, document.id, client=client, body=File(io.BytesIO(content), mime_type="image/jpeg")))
        form = FileForm(File(io.BytesIO(content), file_name="bill.jpg", mime_type="image/jpeg"))
        second = good(add_page.sync(draft.id, document.id, client=client, body=form))
        elsewhere = add_page.sync(draft.id, uuid.uuid4(), client=client, body=form)
        assert isinstance(elsewhere, Problem) and elsewhere.type_ == "/problems/not-found", elsewhere
        ready = good(read_submission.sync(draft.id, client=client))
        assert ready.is_valid and [page.id for page in ready.documents[0].pages] == [page.id, second.id]
        good(submit.sync(draft.id, client=client))
        after = good(read_submission.sync(draft.id, client=client))
        assert after.submitted_at
        print(after.id, after.state.value)
        """
}
