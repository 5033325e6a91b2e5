import CommandSupport
import EventLoop
import Glibc
import IntakeClient
import Shared
import Synchronization

/// A file to send, and its name for the terminal. The gateway does not receive the name.
struct NamedFile: Sendable {
    let name: String
    let file: UploadFile

    /// The last part of the path.
    init(name: String, file: UploadFile) {
        self.name = name.split(separator: "/").last.map(String.init) ?? name
        self.file = file
    }
}

/// Sends a submission through the gateway and prints its progress.
struct SubmissionSender: Sendable {
    struct Document: Sendable {
        let new: NewDocument
        let files: [NamedFile]
    }

    let client: IntakeClient
    /// Nil to print nothing.
    let terminal: Terminal?

    /// Creates the submission, sends every file, and submits it.
    func send(_ new: NewSubmission, _ documents: [Document]) async throws(IntakeClientError) -> SubmissionView {
        let submission = try await client.createSubmission(new).id
        for document in documents {
            let id = try await client.addDocument(document.new, to: submission).id
            for file in document.files { try await send(file, to: id, of: submission) }
        }
        return try await client.submit(submission)
    }

    private func send(
        _ file: NamedFile, to document: DocumentID, of submission: SubmissionID
    ) async throws(IntakeClientError) {
        let size = ByteText.text(Int(file.file.length))
        let begin = ContinuousClock.now
        try await client.addPage(file.file, to: document, of: submission) { [terminal] sent, total in
            terminal?.showStatus("  ↑ \(file.name)  \(total == 0 ? 100 : sent * 100 / total) % of \(size)")
        }
        terminal?.clearStatus()
        terminal?.line("  ↑ \(file.name)  \(size) in \((ContinuousClock.now - begin).shortText)")
    }

    /// Prints each stage; returns when processing has ended or needs a person.
    func follow(_ submission: SubmissionID, limit: Duration) async throws(IntakeClientError) -> SubmissionView {
        let begin = ContinuousClock.now
        let report = Mutex(StageReport())
        let polling = PollingSchedule(first: .milliseconds(20), factor: 1.25, longest: .milliseconds(500))
        return try await client.waitUntilEnded(submission, timeout: limit, polling: polling) { [terminal] view in
            guard let terminal else { return }
            let line = report.withLock { $0.line(view.state, at: ContinuousClock.now - begin, style: terminal.style) }
            if line != nil { terminal.clearStatus() }
            if let line { terminal.line(line) }
            if let status = StageReport.status(view) { terminal.showStatus(status) }
        }
    }

    /// Saves the PDF of each document that has one. Returns their paths.
    @discardableResult
    func save(_ view: SubmissionView, in folder: String) async throws -> [String] {
        try HomeDirectory.makeFolder(folder)
        var paths: [String] = []
        for document in view.documents where document.pdf != nil {
            let path = "\(folder)/\(document.type)-\(document.id).pdf"
            try await ResultFile.write(path) { descriptor throws(IntakeClientError) in
                try await client.fetchPDF(of: document.id, in: view.id, into: descriptor)
            }
            paths.append(path)
            terminal?.line("  saved \(path)")
        }
        return paths
    }
}

/// A file that gets its name when it is complete.
enum ResultFile {
    static func write(_ path: String, _ body: (CInt) async throws -> Int) async throws {
        let draft = "\(path).part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure.cannotCreate(draft) }
        defer { close(descriptor) }
        do {
            _ = try await body(descriptor)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else { throw CommandFailure.cannotCreate(path) }
    }
}
