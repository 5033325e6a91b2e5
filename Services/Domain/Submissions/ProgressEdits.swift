internal import Shared

/// Transitions of a submission.
extension SubmissionEditor {
    /// Submits it, with the consent that the person gives by it.
    public func submit(consent: String? = nil) throws(EditStop) -> SubmissionEdit {
        var agreed = submission
        if let consent, consent != submission.consent?.version { agreed.consent = GivenConsent(version: consent, at: now) }
        let editor = SubmissionEditor(agreed, journey: journey, now: now)
        let transition = try editor.transition(on: .submit)
        let missing = CompletenessCheck.missing(from: agreed, journey: journey, at: now)
        guard missing.isEmpty else { throw .refused(.incomplete(missing)) }
        return try editor.submitted(transition)
    }

    /// An operator retries a failed submission.
    public func retry() throws(EditStop) -> SubmissionEdit { try submitted(transition(on: .retry)) }

    private func submitted(_ transition: SubmissionTransition) throws(EditStop) -> SubmissionEdit {
        var changed = submission
        changed.state = transition.to
        changed.attempt = transition.attempt
        changed.submittedAt = now
        changed.reasons = []
        for index in changed.documents.indices {
            let state = changed.documents[index].state
            do {
                changed.documents[index].state = try DocumentStateMachine(state: state).state(after: .submit)
            } catch {
                throw .refused(.document(error))
            }
            guard changed.documents[index].state == .checking else { continue }
            changed.documents[index].verdict = nil
            changed.documents[index].reasons = []
        }
        let event = SubmissionSubmitted(
            journeyVersion: submission.journeyVersion, attempt: transition.attempt,
            documents: changed.documents.map(SubmittedDocument.init))
        return edit(changed, .submissionSubmitted, event)
    }

    /// Withdraws it, and destroys its contents.
    public func withdraw() throws(EditStop) -> SubmissionEdit {
        let transition = try transition(on: .withdraw)
        var changed = submission
        changed.state = transition.to
        changed.loseContents()
        return outcome(changed, attempt: transition.attempt)
    }

    /// Applies the result of a stage. An addition to a draft's page is not an edit: throws `notFound`.
    public func apply(_ change: StageChange) throws(EditStop) -> SubmissionEdit {
        var recorded = submission
        recorded.factDigests = submission.factDigests?.recording(change, of: submission)
        return try SubmissionEditor(recorded, journey: journey, now: now).decide(on: change)
    }

    private func decide(on change: StageChange) throws(EditStop) -> SubmissionEdit {
        switch change {
        case .validated(let verdict, _): try decide(verdict, at: .validation)
        case .normalized(let documents, let verdict, let isReadNext): try normalized(documents, verdict, isReadNext)
        case .read(let record, let pdfs, let verdict, let processor):
            try read(pdfs, verdict, work: StageWork(reading: record, in: processor))
        case .answered(let result): try answered(result)
        case .failed: try failed()
        case .previewed, .suggested: throw .notFound
        }
    }

    private func decide(
        _ verdict: SubmissionVerdict, at stage: Stage, isReadNext: Bool = false, work: StageWork? = nil
    ) throws(EditStop) -> SubmissionEdit {
        let forced = ForcedOutcome(of: submission)
        let verdict = forced?.verdict(on: submission, inPlaceOf: verdict) ?? verdict
        let command = forced?.command(at: stage) ?? journey.command(after: verdict, at: stage)
        // Nobody is asked of what is settled already.
        if !isReadNext, forced == nil, command != .requestInput,
            let callOut = CallOut.Point(after: stage).flatMap(journey.callOut)
        {
            return try asked(callOut, verdict, work)
        }
        let transition = try transition(on: isReadNext && command != .requestInput ? .beginReading : command)
        return try decided(verdict, at: stage, transition, work)
    }

    /// Applies a transition. Events omit personal statements.
    private func decided(
        _ verdict: SubmissionVerdict, at stage: Stage, _ transition: SubmissionTransition, _ work: StageWork? = nil
    ) throws(EditStop) -> SubmissionEdit {
        let changed = try judged(verdict, at: stage, to: transition.to)
        guard transition.to.isOutcome else {
            guard transition.command == .beginReading else {
                return edit(
                    changed, .submissionValidated, SubmissionValidated(attempt: transition.attempt, verdict: verdict.masked))
            }
            return edit(
                changed, .submissionNormalized,
                SubmissionNormalized(attempt: transition.attempt, verdict: verdict.masked, work: work))
        }
        return outcome(
            changed, attempt: transition.attempt, verdict: verdict, results: changed.documents.compactMap(DocumentResult.init),
            work: work)
    }

    /// Stores the verdict so far. No document is decided on before the answer.
    private func asked(
        _ callOut: CallOut, _ verdict: SubmissionVerdict, _ work: StageWork?
    ) throws(EditStop) -> SubmissionEdit {
        let transition = try transition(on: .ask)
        return edit(
            try judged(verdict, at: .validation, to: transition.to), .submissionAsked,
            SubmissionAsked(
                attempt: transition.attempt, callOut: callOut.name, after: callOut.after, verdict: verdict.masked, work: work))
    }

    /// The submission continues where the previous stage left it, unless the answer refuses it.
    private func answered(_ result: CallOutResult) throws(EditStop) -> SubmissionEdit {
        let verdict = verdictSoFar.merging(result.verdict)
        let stage = result.record.after.stage
        let command = result.refusal ?? journey.command(after: verdict, at: stage)
        return try decided(verdict, at: stage, try transition(on: command))
    }

    /// A copy in that state, with the verdict on it and on each document.
    func judged(_ verdict: SubmissionVerdict, at stage: Stage, to state: SubmissionState) throws(EditStop) -> Submission {
        var changed = submission
        changed.state = state
        changed.reasons = verdict.reasons
        for entry in verdict.documents {
            guard let index = changed.documents.firstIndex(where: { $0.id == entry.document }) else { continue }
            do {
                changed.documents[index].state = try changed.documents[index].state(
                    after: entry.verdict, at: stage, submission: state)
            } catch {
                throw .refused(.document(error))
            }
            changed.documents[index].verdict = entry.verdict
            changed.documents[index].reasons = entry.reasons
        }
        return changed
    }

    /// The warnings of validation still apply: verdicts add up, over all documents.
    private func normalized(
        _ documents: [NormalizedDocument], _ verdict: SubmissionVerdict, _ isReadNext: Bool
    ) throws(EditStop) -> SubmissionEdit {
        var changed = submission
        for normalized in documents {
            guard let index = changed.documents.firstIndex(where: { $0.id == normalized.document }) else { continue }
            changed.documents[index].pdf = normalized.pdf
            for page in normalized.pages {
                guard let place = changed.documents[index].pages.firstIndex(where: { $0.id == page.page }) else { continue }
                changed.documents[index].pages[place].images = page.images
                changed.documents[index].pages[place].making = page.making
            }
        }
        return try SubmissionEditor(changed, journey: journey, now: now)
            .decide(
                verdictSoFar.merging(verdict), at: .normalization, isReadNext: isReadNext,
                work: StageWork(making: documents, of: submission))
    }

    private func read(
        _ pdfs: [DocumentID: StoredFile], _ verdict: SubmissionVerdict, work: StageWork?
    ) throws(EditStop) -> SubmissionEdit {
        var changed = submission
        for index in changed.documents.indices {
            if let pdf = pdfs[changed.documents[index].id] { changed.documents[index].pdf = pdf }
        }
        return try SubmissionEditor(changed, journey: journey, now: now)
            .decide(verdictSoFar.merging(verdict), at: .reading, work: work)
    }

    private var verdictSoFar: SubmissionVerdict {
        SubmissionVerdict(
            documents: submission.documents.map { DocumentVerdict(document: $0.id, reasons: $0.reasons) },
            reasons: submission.reasons)
    }

    private func failed() throws(EditStop) -> SubmissionEdit {
        let transition = try transition(on: .fail)
        var changed = submission
        changed.state = transition.to
        return outcome(changed, attempt: transition.attempt)
    }
}
