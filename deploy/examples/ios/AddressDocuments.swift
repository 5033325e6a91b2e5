import Foundation
import IntakeClient
import Observation
import Shared
import URLSessionTransport

/// A row of the list, in words.
struct AddressList: DocumentListModel {
    typealias Scope = ProofOfAddress
    func content(of row: DocumentRow<Scope>) -> String { "\(row.type.documentType.title): \(row.pages.count)" }
}

/// What the screen shows, and what can be done on it. Everything is said by a link: the app holds no key.
@MainActor @Observable
final class AddressDocuments {
    enum Phase: Equatable {
        case loading, filling
        case sending(Double)
        case ended(SubmissionState)
    }

    private(set) var phase = Phase.loading
    /// What there is to do, or what went wrong; for a person.
    private(set) var messages: [String] = []
    private var list: DocumentList<AddressList, FileStorage>?
    private let client: IntakeClient
    private let folder: String
    private let language: Language

    /// `folder` keeps the draft, such as one in the app's Application Support.
    init(link: String, folder: String, language: Language = .english) throws {
        client = try IntakeClient(link: link, transport: URLSessionTransport(), language: language)
        self.folder = folder
        self.language = language
    }

    var rows: [String] { list?.controller.documents.map { "\($0.type.rawValue): \($0.pages.count)" } ?? [] }

    func open() async {
        await trying {
            let submission = try await client.linkedSubmission()
            let list = try await DocumentList(
                AddressList(), in: FileStorage(folder: folder), client: client, submission: submission.id, language: language)
            try await list.controller.refresh()
            self.list = list
            phase = submission.state == .draft ? .filling : .ended(submission.state)
        }
    }

    func add(_ photos: [CandidateFile], issued day: CalendarDate) async {
        await trying { try await list?.append(photos, as: ProofOfAddress.utilityBill, issueDate: day) }
    }

    /// Uploads what is not there yet, submits, and waits for the outcome.
    func send() async {
        await trying {
            guard let controller = list?.controller else { return }
            for try await progress in controller.upload() { phase = .sending(progress.fraction) }
            if case .incomplete(let reasons) = controller.readiness {
                messages = reasons.map(\.message)
                phase = .filling
                return
            }
            let sent = try await controller.submit()
            let outcome = try await client.waitUntilEnded(sent.id, timeout: .seconds(120))
            messages = outcome.allReasons.map(\.message)
            phase = .ended(outcome.state)
        }
    }

    private func trying(_ act: () async throws -> Void) async {
        messages = []
        do {
            try await act()
        } catch let error as IntakeClientError {
            messages = [error.words(in: language)]
        } catch {
            messages = [String(describing: error)]
        }
        if case .sending = phase { phase = .filling }
    }
}
