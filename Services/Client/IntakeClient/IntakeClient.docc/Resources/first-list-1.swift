import IntakeClient
import Shared
import URLSessionTransport

struct AddressList: DocumentListModel {
    typealias Scope = ProofOfAddress

    func content(of row: DocumentRow<ProofOfAddress>) -> String {
        "\(row.type.documentType.title), \(row.pages.count) pages"
    }
}
