import Shared
import Testing

@Suite struct SubmissionStateMachineTests {
    /// What each state allows, written down a second time; whatever is not listed must be refused.
    static let expected: [SubmissionState: [SubmissionCommand: SubmissionState]] = [
        .draft: [.change: .draft, .submit: .submitted, .withdraw: .withdrawn, .expire: .expired],
        .submitted: [
            .ask: .submitted, .beginProcessing: .processing, .requestInput: .needsInput, .reject: .rejected, .fail: .failed,
            .withdraw: .withdrawn,
        ],
        .processing: [
            .ask: .processing, .beginReading: .processing, .accept: .accepted, .requestInput: .needsInput,
            .requestReview: .inReview, .reject: .rejected, .fail: .failed, .withdraw: .withdrawn,
        ],
        .needsInput: [.change: .needsInput, .submit: .submitted, .withdraw: .withdrawn, .expire: .expired],
        .inReview: [.accept: .accepted, .requestInput: .needsInput, .reject: .rejected, .withdraw: .withdrawn],
        .failed: [.retry: .submitted, .withdraw: .withdrawn],
        .accepted: [:], .rejected: [:], .withdrawn: [:], .expired: [:],
    ]

    @Test(arguments: SubmissionState.allCases, SubmissionCommand.allCases)
    func followsTheTable(state: SubmissionState, command: SubmissionCommand) throws {
        for (attempt, replacements) in [(1, 1), (2, 1), (1, 0), (0, 0), (3, 5)] {
            let machine = SubmissionStateMachine(state: state, attempt: attempt, replacements: replacements)
            let mayReplace = replacements - max(0, attempt - 1) > 0
            var goal = Self.expected[state]?[command]
            if goal == .needsInput, command == .requestInput, !mayReplace { goal = .rejected }
            guard let goal else {
                let refusal = #expect(throws: TransitionRefusal<SubmissionState, SubmissionCommand>.self) {
                    try machine.transition(on: command)
                }
                #expect(refusal?.state == state && refusal?.command == command)
                #expect(Set(refusal?.allowed ?? []) == Set((Self.expected[state] ?? [:]).keys))
                continue
            }
            let transition = try machine.transition(on: command)
            #expect(transition.from == state && transition.to == goal)
            #expect(transition.attempt == attempt + (command == .submit ? 1 : 0))
        }
    }

    @Test func finalStatesAllowNothingAndOthersSomething() {
        for state in SubmissionState.allCases {
            let machine = SubmissionStateMachine(state: state, attempt: 1, replacements: 1)
            #expect(machine.allowedCommands.isEmpty == state.isFinal)
        }
    }

    @Test func replacementsAreBounded() throws {
        var machine = SubmissionStateMachine(replacements: 2)
        func apply(_ command: SubmissionCommand) throws {
            let transition = try machine.transition(on: command)
            machine = SubmissionStateMachine(state: transition.to, attempt: transition.attempt, replacements: 2)
        }
        for left in [2, 1] {
            try apply(.submit)
            #expect(machine.replacementsLeft == left)
            try apply(.requestInput)
            #expect(machine.state == .needsInput)
        }
        try apply(.submit)
        #expect(machine.replacementsLeft == 0)
        try apply(.requestInput)
        #expect(machine.state == .rejected && machine.attempt == 3)
    }

    @Test func aRetryIsNoReplacement() throws {
        let machine = SubmissionStateMachine(state: .failed, attempt: 1, replacements: 1)
        #expect(try machine.transition(on: .retry).attempt == 1)
    }

    @Test func everyOutcomeHasItsEventOnTheOutcomesTopic() {
        for state in SubmissionState.allCases {
            #expect((EventType(entering: state).topic == .outcomes) == state.isOutcome)
        }
    }

    @Test func aRefusalSaysWhatIsPossible() {
        let refusal = #expect(throws: TransitionRefusal<SubmissionState, SubmissionCommand>.self) {
            try SubmissionStateMachine(state: .failed, replacements: 0).transition(on: .submit)
        }
        #expect(refusal?.description == "“submit” is not possible in the state “failed”; possible is “retry”, “withdraw”.")
    }

    @Test func noTransitionIsThereTwice() {
        #expect(Set(SubmissionStateMachine.table).count == SubmissionStateMachine.table.count)
    }
}

@Suite struct DocumentStateMachineTests {
    static let expected: [DocumentState: [DocumentCommand: DocumentState]] = [
        .open: [.change: .open, .submit: .checking, .remove: .removed],
        .checking: [.submit: .checking, .accept: .accepted, .refuse: .refused],
        .accepted: [.submit: .accepted, .accept: .accepted, .refuse: .refused],
        .refused: [.reopen: .open],
        .removed: [:],
    ]

    @Test(arguments: DocumentState.allCases, DocumentCommand.allCases)
    func followsTheTable(state: DocumentState, command: DocumentCommand) throws {
        var machine = DocumentStateMachine(state: state)
        if let goal = Self.expected[state]?[command] {
            try machine.apply(command)
            #expect(machine.state == goal)
        } else {
            #expect(throws: TransitionRefusal<DocumentState, DocumentCommand>.self) { try machine.apply(command) }
            #expect(machine.state == state)
        }
    }

    @Test(arguments: [
        (DocumentState.checking, Verdict.refused, Stage.validation, SubmissionState.needsInput, DocumentState.open),
        (.checking, .refused, .normalization, .needsInput, .open),
        (.checking, .refused, .validation, .rejected, .refused),
        (.checking, .accepted, .validation, .needsInput, .checking),
        (.checking, .acceptedWithWarnings, .validation, .processing, .checking),
        (.checking, .accepted, .normalization, .accepted, .accepted),
        (.checking, .acceptedWithWarnings, .normalization, .inReview, .checking),
        (.accepted, .accepted, .normalization, .inReview, .accepted),
        (.accepted, .accepted, .normalization, .accepted, .accepted),
        (.accepted, .refused, .normalization, .needsInput, .open),
    ])
    func verdictsMoveDocuments(
        from: DocumentState, verdict: Verdict, stage: Stage, submission: SubmissionState, to: DocumentState
    ) throws {
        let document = Document(id: .random(), type: "letter", state: from)
        #expect(try document.state(after: verdict, at: stage, submission: submission) == to)
    }

    @Test func onlyOpenDocumentsOfOpenSubmissionsChange() {
        for submissionState in SubmissionState.allCases {
            for documentState in DocumentState.allCases {
                let document = Document(id: .random(), type: "letter", state: documentState)
                let submission = Fixture.submission(state: submissionState, documents: [document])
                #expect(
                    submission.allowsChanges(to: document)
                        == ([.draft, .needsInput].contains(submissionState) && documentState == .open))
            }
        }
    }
}

@Suite struct VerdictTests {
    @Test func oneRefusalRefuses() {
        #expect(Verdict([]) == .accepted)
        #expect(Verdict([Fixture.reason("a", .warn)]) == .acceptedWithWarnings)
        #expect(Verdict([Fixture.reason("a", .refuse), Fixture.reason("a", .warn)]) == .refused)
        #expect(Verdict([Fixture.reason("a", .warn), Fixture.reason("a", .refuse)]) == .refused)
    }

    @Test func sortsReasonsUnderDocuments() {
        let (first, second) = (DocumentID.random(), DocumentID.random())
        let stray = Fixture.reason("stray", .warn, document: .random())
        let verdict = SubmissionVerdict(
            sorting: [
                Fixture.reason("a", document: second), Fixture.reason("b"), stray, Fixture.reason("c", .warn, document: first),
            ],
            under: [first, second])
        #expect(verdict.documents.map(\.verdict) == [.acceptedWithWarnings, .refused])
        #expect(verdict.reasons.map(\.rule) == ["b", "stray"])
        #expect(verdict.refusedDocuments == [second])
        #expect(verdict.verdict == .refused)
        #expect(SubmissionVerdict(sorting: [], under: [first]).verdict == .accepted)
    }

    @Test func mergesWithoutRepeating() {
        let (first, second) = (DocumentID.random(), DocumentID.random())
        let warning = Fixture.reason("a", .warn, document: first)
        let early = SubmissionVerdict(sorting: [warning], under: [first])
        let late = SubmissionVerdict(sorting: [warning, Fixture.reason("b", document: second)], under: [first, second])
        let merged = early.merging(late)
        #expect(merged.documents.map(\.document) == [first, second])
        #expect(merged.documents.map(\.verdict) == [.acceptedWithWarnings, .refused])
        #expect(merged.allReasons.count == 2)
    }

    @Test(arguments: [
        (Reason.Severity?.none, Stage.validation, ReviewPolicy.always, SubmissionCommand.beginProcessing),
        (.warn, .validation, .onWarning, .beginProcessing), (.refuse, .validation, .never, .requestInput),
        (nil, .normalization, .never, .accept), (nil, .normalization, .onWarning, .accept),
        (nil, .normalization, .always, .requestReview), (.warn, .normalization, .never, .accept),
        (.warn, .normalization, .onWarning, .requestReview), (.warn, .normalization, .always, .requestReview),
        (.refuse, .normalization, .always, .requestInput),
    ])
    func journeysDecide(severity: Reason.Severity?, stage: Stage, review: ReviewPolicy, command: SubmissionCommand) {
        let reasons = severity.map { [Fixture.reason("a", $0)] } ?? []
        let verdict = SubmissionVerdict(documents: [], reasons: reasons)
        #expect(Fixture.journey(review: review).command(after: verdict, at: stage) == command)
    }
}
