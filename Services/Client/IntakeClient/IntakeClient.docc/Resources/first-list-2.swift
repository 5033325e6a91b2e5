import IntakeClient
import Shared
import URLSessionTransport

struct AddressList: DocumentListModel {
    typealias Scope = ProofOfAddress

    func content(of row: DocumentRow<ProofOfAddress>) -> String {
        "\(row.type.documentType.title), \(row.pages.count) pages"
    }
}

@MainActor
func openList(
    of submission: SubmissionID, at gateway: String, link secret: String, in folder: String
) async throws -> DocumentList<AddressList, FileStorage> {
    let client = try IntakeClient(baseURL: gateway, token: secret, transport: URLSessionTransport())
    return try await DocumentList(
        AddressList(), in: FileStorage(folder: folder), client: client, submission: submission)
}
