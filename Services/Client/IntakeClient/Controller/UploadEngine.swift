import Shared

/// Runs the steps of an upload, one request for each element of progress.
struct UploadEngine<Storage: DraftStorage> {
    private let controller: DocumentController<Storage>
    private var run: Int?
    private var piece = PieceSize()
    /// Uploads whose offset the gateway reported in this run.
    private var located: Set<UploadID> = []
    /// Consecutive failures.
    private var failures = 0
    /// How often the gateway's state was merged and left more to do.
    private var rounds = 0
    /// Before the next attempt.
    private var pause: Duration?
    private var isOver = false

    private static var maximumRounds: Int { 5 }
    private var files: PageReader<Storage> { PageReader(storage: controller.storage) }

    init(_ controller: DocumentController<Storage>) { self.controller = controller }

    nonisolated(nonsending) mutating func next() async throws(IntakeClientError) -> UploadProgress? {
        guard !isOver else { return nil }
        let run = run ?? controller.beginRun()
        self.run = run
        if let pause {
            self.pause = nil
            do { try await controller.time.sleep(for: pause) } catch { throw ended(.cancelled) }
        }
        guard controller.isCurrent(run), !Task.isCancelled else { throw ended(.cancelled) }
        let step = UploadPlan.next(for: controller.draft)
        let progress: UploadProgress
        do throws(IntakeClientError) {
            progress = UploadProgress(try await carryOut(step), of: controller.draft)
            failures = 0
        } catch {
            progress = UploadProgress(try await recover(from: error, in: step), of: controller.draft)
        }
        if progress.phase == .finished { isOver = true }
        controller.show(progress)
        return progress
    }

    private mutating func ended(_ error: IntakeClientError) -> IntakeClientError {
        isOver = true
        return error
    }

    // MARK: - Steps

    private nonisolated(nonsending) mutating func carryOut(
        _ step: UploadStep
    ) async throws(IntakeClientError) -> UploadProgress.Phase {
        guard let client = controller.client else {
            throw IntakeClientError(code: .invalidAddress, LocalizedMessage(.noGateway))
        }
        let draft = controller.draft
        if case .createSubmission = step {
            let view = try await client.createSubmission(controller.template, key: draft.keyText)
            try await note { $0.submission = view.id }
            controller.learn(view)
            return .arranging
        }
        guard let submission = draft.submission else { return .finished }
        switch step {
        case .createSubmission: break
        case .remove(let removal):
            try await remove(removal, from: submission, client)
            try await note { draft in
                draft.removals.removeAll { $0 == removal }
                guard let page = removal.page else { return }
                for index in draft.documents.indices { draft.documents[index].sent?.order.removeAll { $0 == page } }
            }
        case .createDocument(let id):
            guard let document = draft.document(id) else { break }
            let new = NewDocument(
                type: document.type, issueDate: document.issueDate, period: document.period, source: document.source,
                expiryDate: document.expiryDate)
            let view = try await client.addDocument(new, to: submission, key: document.key)
            let sent = SentDocument(
                id: view.id, type: document.type, issueDate: document.issueDate, expiryDate: document.expiryDate,
                period: document.period, order: [])
            try await note { $0.wasTold(of: id, sent) }
        case .describe(let id):
            guard let document = draft.document(id), let sent = document.sent else { break }
            let (type, issueDate, period) = (document.type, document.issueDate, document.period)
            let expiryDate = document.expiryDate
            if type != sent.type { _ = try await client.setType(type, of: sent.id, in: submission) }
            if issueDate != sent.issueDate { _ = try await client.setIssueDate(issueDate, of: sent.id, in: submission) }
            if expiryDate != sent.expiryDate { _ = try await client.setExpiryDate(expiryDate, of: sent.id, in: submission) }
            if period != sent.period { _ = try await client.setPeriod(period, of: sent.id, in: submission) }
            try await note { draft in
                draft.update(id) { document in
                    document.sent?.type = type
                    document.sent?.issueDate = issueDate
                    document.sent?.expiryDate = expiryDate
                    document.sent?.period = period
                }
            }
        case .begin(let id): try await begin(id, in: draft, client)
        case .send(let id):
            try await send(id, in: draft, client)
            return .sending(id)
        case .rotate(let id):
            guard let page = draft.page(id), let sent = draft.owner(of: id)?.sent, let pageID = page.transfer.pageID else {
                break
            }
            let rotation = page.rotation
            _ = try await client.rotatePage(pageID, of: sent.id, in: submission, to: rotation)
            try await note { $0.update(id) { $0.transfer = .sent(pageID, rotation) } }
        case .order(let id):
            guard let document = draft.document(id), let sent = document.sent else { break }
            let order = document.pages.compactMap(\.transfer.pageID)
            _ = try await client.orderPages(order, of: sent.id, in: submission)
            try await note { $0.update(id) { $0.sent?.order = order } }
        case .finished:
            _ = try await controller.refresh()
            // What was changed here and elsewhere at once is told again. Somebody who changes it all the time is not followed for ever.
            guard UploadPlan.next(for: controller.draft) != .finished, rounds < Self.maximumRounds, controller.allowsChanges
            else { return .finished }
            rounds += 1
        }
        return .arranging
    }

    /// Answers the gateway's question: the person has already confirmed here.
    private nonisolated(nonsending) func remove(
        _ removal: DraftRemoval, from submission: SubmissionID, _ client: IntakeClient
    ) async throws(IntakeClientError) {
        do {
            let required =
                if let page = removal.page {
                    try await client.removePage(page, of: removal.document, in: submission)
                } else {
                    try await client.removeDocument(removal.document, of: submission)
                }
            _ = try await required.confirm(asking: "the draft's owner") { _ in true }
        } catch let error as IntakeClientError {
            // What is not there any more needs no removing.
            guard error.problem?.type == "not-found" else { throw error }
        } catch {
            throw IntakeClientError(
                code: .unexpectedAnswer, description: "The removal was not confirmed.", detail: String(describing: error))
        }
    }

    private nonisolated(nonsending) mutating func begin(
        _ id: DraftPageID, in draft: Draft, _ client: IntakeClient
    ) async throws(IntakeClientError) {
        guard let page = draft.page(id), let document = draft.owner(of: id)?.sent?.id else { return }
        _ = try await files.read(page, at: 0, count: 0)
        let upload = try await client.beginUpload(
            of: page.file.size, mediaType: page.file.declaredMediaType ?? page.file.mediaType,
            fileExtension: MediaType.fileExtension(ofName: page.file.name), to: document)
        located.insert(upload)
        try await note { $0.update(id) { if $0.transfer == .waiting { $0.transfer = .sending(upload, offset: 0) } } }
    }

    private nonisolated(nonsending) mutating func send(
        _ id: DraftPageID, in draft: Draft, _ client: IntakeClient
    ) async throws(IntakeClientError) {
        guard let page = draft.page(id), case .sending(let upload, let offset) = page.transfer,
            let document = draft.owner(of: id)?.sent?.id
        else { return }
        let reached: UploadState
        if !located.contains(upload) {
            reached = try await client.uploadState(upload)
            located.insert(upload)
        } else {
            let bytes = try await files.read(page, at: offset, count: min(piece.bytes, page.file.size - offset))
            let begin = ContinuousClock.now
            reached = try await client.send(bytes, at: offset, of: upload)
            piece.sent(in: ContinuousClock.now - begin)
        }
        guard reached.offset <= page.file.size else {
            throw .unexpected("it has more of the file than there is", status: 200)
        }
        try await note { draft in
            guard case .sending(upload, _)? = draft.page(id)?.transfer else {
                // It was removed or stopped while its last bytes were on their way.
                if let pageID = reached.page { draft.removals.append(DraftRemoval(document: document, page: pageID)) }
                return
            }
            if let pageID = reached.page {
                draft.hasArrived(id, as: pageID)
            } else {
                draft.update(id) { $0.transfer = .sending(upload, offset: reached.offset) }
            }
        }
    }

    /// Saves a change that the upload makes, before the next step depends on it.
    private nonisolated(nonsending) func note(_ change: @Sendable (inout Draft) -> Void) async throws(IntakeClientError) {
        controller.change(change)
        do throws(DraftFault) {
            try await controller.keep()
        } catch {
            throw IntakeClientError(code: .fileUnwritable, description: error.description, detail: error.detail)
        }
    }

    // MARK: - What goes wrong

    private nonisolated(nonsending) mutating func recover(
        from error: IntakeClientError, in step: UploadStep
    ) async throws(IntakeClientError) -> UploadProgress.Phase {
        if Task.isCancelled || error.code == .cancelled { throw ended(.cancelled) }
        let page: DraftPageID? =
            switch step {
            case .begin(let id), .send(let id): id
            default: nil
            }
        let upload: UploadID? =
            if let page, case .sending(let upload, _)? = controller.draft.page(page)?.transfer { upload } else { nil }
        if let page, error.code == .fileUnreadable { return try await refuse(page, error) }
        switch UploadRecovery(after: error, isTransfer: upload != nil) {
        case .giveUp: throw ended(error)
        case .takeOver:
            do throws(IntakeClientError) { _ = try await controller.refresh() } catch { throw ended(error) }
            guard controller.allowsChanges else { throw ended(error) }
            // The document alone is closed: its file cannot be sent any more, and the others can.
            if let page, let owner = controller.draft.owner(of: page), !controller.allowsChanges(to: owner) {
                return try await refuse(page, error)
            }
            failures += 1
            guard failures < Self.maximumRounds else { throw ended(error) }
            return .arranging
        case .refusedFile:
            guard let page else { throw ended(error) }
            return try await refuse(page, error)
        case .again:
            if let upload { located.remove(upload) }
            piece.wasLost()
        case .locate:
            if let upload { located.remove(upload) }
        case .beginAnew:
            guard let page else { throw ended(error) }
            try await note { $0.update(page) { $0.transfer = .waiting } }
        }
        failures += 1
        guard failures < UploadRecovery.maximumTries else { throw ended(error) }
        let wait = UploadRecovery.pause(beforeTry: failures, asked: error.problem?.retryAfter)
        pause = wait
        return .waiting(wait, error)
    }

    private nonisolated(nonsending) mutating func refuse(
        _ page: DraftPageID, _ error: IntakeClientError
    ) async throws(IntakeClientError) -> UploadProgress.Phase {
        failures = 0
        let type = controller.draft.owner(of: page).flatMap { controller.journey.documentType($0.type) }
        let words = error.words(in: controller.language, about: type)
        try await note { $0.update(page) { $0.transfer = .refused(words) } }
        return .refused(page)
    }
}
