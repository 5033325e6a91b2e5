import CommandSupport
import EventLoop
import IntakeClient
import IntakeTransport
import Shared

/// Sends one document by way of a draft, so that a second call continues one that was killed.
struct DraftSender: Sendable {
    struct Plan: Sendable {
        let new: NewSubmission
        let type: DocumentTypeID
        let issueDate: CalendarDate?
        let expiryDate: CalendarDate?
        let files: [CandidateFile]

        /// The words that identify a call: calls with the same words concern the same submission.
        func words(at gateway: String) -> [String] {
            let paths = files.map { file in if case .path(let path) = file.content { path } else { file.name } }
            return [
                gateway, new.journey.rawValue, type.rawValue, issueDate?.description ?? "", new.subject ?? "",
                new.reference ?? "",
            ] + (expiryDate.map { ["expires \($0)"] } ?? []) + paths
        }
    }

    let client: IntakeClient
    let storage: AnyDraftStorage
    /// Nil to print nothing.
    let terminal: Terminal?

    /// Sends what was not sent yet, and submits it unless that was done. The draft stays until `forget`.
    func send(_ plan: Plan) async throws -> SubmissionView {
        let journey = try await client.journey(plan.new.journey).definition
        var controller = try await open(journey, plan)
        if controller.draft.submission != nil {
            if let view = try await known(controller) {
                if view.state != .draft { return view }
            } else {
                // The gateway has given it up meanwhile.
                try await forget()
                controller = try await open(journey, plan)
            }
        }
        if controller.documents.isEmpty {
            try await controller.append(plan.files, as: plan.type, issueDate: plan.issueDate, expiryDate: plan.expiryDate)
        } else {
            terminal?.line("  goes on with what an earlier call has begun")
            for page in controller.unsent { try await controller.retry(page.id) }
        }
        try await upload(controller)
        return try await controller.submit()
    }

    /// Forgets the draft of this call, so that the next call begins a new one.
    func forget() async throws { _ = try await storage.erasure().confirm(asking: "whoever calls") { _ in true } }

    private func open(_ journey: JourneyDefinition, _ plan: Plan) async throws -> DocumentController<AnyDraftStorage> {
        let controller = try await DocumentController(
            journey: journey, in: storage, client: client, template: plan.new, time: LoopTime())
        if let path = controller.setAside {
            terminal?.line("  what an earlier call had begun cannot be read: it was put into \(path), and this begins anew")
        }
        return controller
    }

    /// The current submission; nil if it no longer exists or was given up.
    private func known(_ controller: DocumentController<AnyDraftStorage>) async throws(IntakeClientError) -> SubmissionView? {
        do throws(IntakeClientError) {
            let view = try await controller.refresh()
            return view?.state == .expired || view?.state == .withdrawn ? nil : view
        } catch {
            guard error.problem?.status == 404 || error.problem?.status == 410 else { throw error }
            return nil
        }
    }

    private func upload(_ controller: DocumentController<AnyDraftStorage>) async throws {
        var begun: (page: DraftPageID, at: ContinuousClock.Instant)?
        for try await progress in controller.upload() {
            switch progress.phase {
            case .sending(let id):
                guard let page = controller.draft.page(id) else { continue }
                if begun?.page != id { begun = (id, .now) }
                let size = ByteText.text(page.file.size)
                if page.transfer.pageID == nil {
                    let percent = page.file.size == 0 ? 100 : page.sentBytes * 100 / page.file.size
                    terminal?.showStatus("  ↑ \(page.file.name)  \(percent) % of \(size)")
                } else {
                    terminal?.clearStatus()
                    let time = begun.map { (ContinuousClock.now - $0.at).shortText } ?? ""
                    terminal?.line("  ↑ \(page.file.name)  \(size) in \(time)")
                }
            case .waiting(let pause, let error):
                terminal?.showStatus("  \(error.description) The next try comes in \(pause.shortText).")
            case .refused(let id):
                guard case .refused(let words)? = controller.draft.page(id)?.transfer else { continue }
                terminal?.clearStatus()
                throw CommandFailure(
                    .notAccepted, words, advice: "Put it right, or choose another file, and run it with --anew.")
            case .arranging, .finished: terminal?.clearStatus()
            }
        }
    }
}

/// The drafts of `docket upload`, in the home, one for each set of words.
enum DraftPlace {
    /// In memory if the home cannot be written to: then a killed call cannot be continued.
    static func storage(in home: HomeDirectory, about words: [String]) -> AnyDraftStorage {
        let name = ContentDigest(of: Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8)).hex.prefix(32)
        let folder = "\(home.path)/uploads/\(name)"
        do throws(CommandFailure) {
            try HomeDirectory.makeFolder(home.path)
            try HomeDirectory.makeFolder(folder, mode: 0o700)
            return AnyDraftStorage(FileStorage(folder: folder))
        } catch {
            return AnyDraftStorage(MemoryStorage())
        }
    }
}
