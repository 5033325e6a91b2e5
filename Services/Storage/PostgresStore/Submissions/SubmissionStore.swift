public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// Reads submissions of tenants, and makes every change of a person or a tenant.
///
/// Each change is made to the version that was read, in one transaction with its event and its outbox row. All functions
/// are scoped to a tenant and do not find submissions of other tenants.
public struct SubmissionStore: Sendable {
    let pool: PostgresPool
    let journeys = JourneyStore()
    let events: EventWriter
    /// Answers listings.
    let longReads: LongReads
    /// Reads submissions of any tenant: the caller checks the tenant.
    private var reads: ReadBatcher<SubmissionID, Submission>
    private let now: @Sendable () -> Date
    private let wakeRelay: @Sendable () -> Void
    /// The source of keys; nil if no new submission is sealed.
    let keys: SealingKeyStore?
    private(set) var reader: SubmissionReader
    /// The origin of the changes, for the audit trail; nil for changes without a request.
    private(set) var origin: AuditOrigin?

    /// The relay of `owner` publishes the outbox rows that are written here. `wakeRelay` is called after each COMMIT that
    /// wrote any. `source` is the attribute of that name in events, such as `/docket/gateway`. Without `keys` no new
    /// submission is sealed, and what is sealed in rows cannot be read. Without `longReads` listings are answered by `pool`.
    public init(
        pool: PostgresPool, owner: InstanceID, source: String, keys: SealingKeyStore? = nil, longReads: LongReads? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, wakeRelay: @escaping @Sendable () -> Void = {}
    ) {
        self.pool = pool
        self.keys = keys
        self.longReads = longReads ?? LongReads(primary: pool)
        let reader = SubmissionReader(keys: keys)
        self.reader = reader
        let memory = SubmissionCache(reader, now: now)
        reads = ReadBatcher(limit: 32, turns: 4, concernsOne: SubmissionReader.mayConcernOne) {
            try await memory.submissions($0, over: pool)
        }
        self.now = now
        self.wakeRelay = wakeRelay
        events = EventWriter(source: source, owner: owner)
    }

    var timestamp: Timestamp { Timestamp(now()) }

    /// The same store, for what needs to know nothing of persons, such as changes of the clock: it goes on where a key is lost.
    public var leavingPersonsSealed: SubmissionStore { leavingPersonsSealed(openingFindings: false) }

    /// `openingFindings`: whether what reasons quote is needed all the same.
    func leavingPersonsSealed(openingFindings: Bool) -> SubmissionStore {
        var copy = self
        let reader = SubmissionReader(keys: openingFindings ? keys : nil, opening: .none)
        copy.reader = reader
        copy.reads = ReadBatcher(turns: 1) { [pool] in
            try await reader.read($0.sorted(), tenant: nil, lock: .none, over: pool)
        }
        return copy
    }

    /// The same store, for changes that the audit trail attributes to `origin`.
    public func acting(for origin: AuditOrigin) -> SubmissionStore {
        var copy = self
        copy.origin = origin
        return copy
    }

    // MARK: - Reading

    /// The whole submission with its documents and pages; nil if there is none, or it is another tenant's.
    public func submission(_ id: SubmissionID, tenant: TenantID) async throws(StoreError) -> Submission? {
        try await StoreError.wrapping("read a submission") {
            let found = try await reads.value(id)
            return found?.tenant == tenant ? found : nil
        }
    }

    /// The rules that a submission was made under.
    public func journey(of submission: Submission) async throws(StoreError) -> JourneyDefinition {
        try await StoreError.wrapping("read a journey") {
            try await requireJourney(submission.journeyVersion, over: pool)
        }
    }

    func requireJourney(
        _ version: ContentDigest, over executor: some PostgresExecutor
    ) async throws -> JourneyDefinition {
        guard let journey = try await journeys.journeys([version], over: executor)[version] else {
            throw StoreError.corrupt("a journey is missing")
        }
        return journey
    }

    // MARK: - Creating

    /// Creates a draft. Its fields are not validated: the caller has checked `NewSubmission.faults`.
    public func createSubmission(
        _ new: NewSubmission, journey: JourneyDefinition, tenant: TenantID, id: SubmissionID? = nil, traceparent: String? = nil,
        keeping: AnswerKeeping? = nil
    ) async throws(StoreError) -> Submission {
        let now = timestamp
        var submission = Submission(
            id: id ?? .timeOrdered(at: now.date), tenant: tenant, journey: journey.id, journeyVersion: journey.version,
            subject: new.subject, locale: new.locale, contact: new.contact, reference: new.reference,
            metadata: new.metadata ?? [:], returnUrl: new.returnUrl,
            consent: new.consent.map { GivenConsent(version: $0, at: now) }, createdAt: now,
            expected: new.expected)
        submission.expiresAt = submission.expiry(touchedAt: now, under: journey)
        let edit = SubmissionEdit(
            submission: submission,
            event: PendingEvent(.submissionCreated, SubmissionCreated(journeyVersion: journey.version)))
        try await StoreError.wrapping("create a submission") {
            let sealing = try await keys?.insertion(for: submission.id, tenant: tenant)
            let person = try await keys?.sealedPerson(of: submission, by: sealing?.key)
            let emailCode = person == nil ? try await keys?.code(ofEmailOf: submission) : nil
            let holds = person == nil ? try await HoldsInClear(over: submission, keys, pool) : nil
            let statements =
                try SubmissionWriter.insertion(of: submission, journey: journey, person: person, emailCode: emailCode)
                + [try events.statement([EventWriter.Entry(edit, traceparent: traceparent)])]
                + (sealing.map { [$0.statement] } ?? [])
            guard keeping != nil || holds != nil else {
                // One batch outside a transaction is one transaction.
                _ = try await pool.pipeline(statements)
                return
            }
            let answerKey = try await keys?.hasBegun(.persons) == true ? sealing?.key : nil
            let kept = try keeping.map { [try $0.statement(submission, journey, by: answerKey)] } ?? []
            try await pool.withTransaction { transaction in
                try await holds?.cover(transaction)
                let answers = try await transaction.pipeline(statements + kept)
                if !kept.isEmpty { try AnswerKeeping.check(answers[statements.count]) }
            }
        }
        journeys.remember(journey)
        return submission
    }

    // MARK: - Changing

    /// Changes the current version, or `version` only if one is named. The statements of `others` and the kept answer
    /// belong to the same transaction. Each of `guards` must change one row; otherwise nothing changes and `superseded`
    /// is thrown. A confirmation is recorded in the audit trail with its subject, and so is `audited`. A `charge` or a
    /// `forecast` that exceeds a limit refuses the change.
    func change(
        _ id: SubmissionID, tenant: TenantID, version: Int?, traceparent: String?, confirmation: Confirmation? = nil,
        audited: AuditedDeed? = nil, also others: [SQL] = [], guards: [SQL] = [], keeping: AnswerKeeping? = nil,
        charge: QuotaCharge? = nil, forecast: QuotaForecast? = nil,
        _ decide: @Sendable (SubmissionEditor) throws(EditStop) -> SubmissionEdit
    ) async throws(StoreError) -> ChangeAnswer {
        let now = timestamp
        let (answer, hasOutboxRow) = try await StoreError.wrapping("change a submission") {
            let (sealsAnswers, reader) = try await prepareKeys(of: tenant)
            let sealsFindings = try await reader.keys?.hasBegun(.findings) ?? false
            return try await pool.withTransaction { transaction -> (ChangeAnswer, Bool) in
                let read = try await reader.read([id], tenant: tenant, lock: .forUpdate, over: transaction)
                guard let submission = read[id] else { return (.notFound, false) }
                if let version, version != submission.version { return (.conflict(current: submission), false) }
                if confirmation != nil, try await LegalHoldStore.isHeld(id, over: transaction) { return (.refused(.held), false) }
                let journey = try await requireJourney(submission.journeyVersion, over: transaction)
                let edit: SubmissionEdit
                switch Self.decision(decide, SubmissionEditor(submission, journey: journey, now: now)) {
                case .success(let decided): edit = decided
                case .failure(.alreadyApplied): return (.alreadyApplied(submission), false)
                case .failure(.refused(let refusal)): return (.refused(refusal), false)
                case .failure(.notFound): return (.notFound, false)
                }
                let wanted = forecast ?? charge.map { QuotaForecast(files: 1, bytes: $0.bytes, under: $0.terms) }
                if let wanted {
                    let rows = try await transaction.query(
                        QuotaLedger.statement(submission.id, of: tenant, wanted.terms, .page))
                    let usage = try QuotaLedger.usage(rows, wanted.terms, .page)
                    do throws(QuotaRefusal) {
                        _ = try usage.adding(bytes: wanted.bytes, files: wanted.files)
                    } catch {
                        return (.refused(.overQuota(error)), false)
                    }
                }
                let findingsKey =
                    sealsFindings && SubmissionWriter.Change.quotes(from: submission, to: edit.submission)
                    ? try await reader.keys?.cachedOrOwnKey(of: id, over: transaction) : nil
                var statements = try SubmissionWriter.difference(from: submission, to: edit.submission, by: findingsKey)
                let event = EventWriter.Entry(edit, traceparent: traceparent)
                statements.append(try events.statement([event]))
                if let confirmation {
                    let act = AuditAct(
                        confirmation, tenant: submission.tenant, submission: submission.id, origin: origin, event: event.id,
                        at: now)
                    statements.append(AuditWriter.statement([act]))
                }
                if let audited {
                    var act = AuditAct(
                        tenant: submission.tenant, submission: submission.id, action: audited.action,
                        resource: "submissions/\(submission.id)", origin: origin ?? AuditOrigin(actor: events.source),
                        event: event.id, note: audited.note, time: audited.time ?? now)
                    act.isNoteSealed = audited.isNoteSealed
                    statements.append(AuditWriter.statement([act]))
                }
                statements += others
                if let charge { statements += QuotaLedger.counting(charge.bytes, for: charge.terms) }
                let guardStart = statements.count
                statements += guards
                if let keeping {
                    let key = sealsAnswers ? try await keys?.cachedOrOwnKey(of: id, over: transaction) : nil
                    statements.append(try keeping.statement(edit.submission, journey, by: key))
                }
                statements[0] = statements[0].changing(1)
                guard !guards.isEmpty || keeping != nil else {
                    try await transaction.finish(statements)
                    return (.done(edit.submission), edit.event.type.topic != nil)
                }
                let answers = try await transaction.pipeline(statements)
                for index in guards.indices { try GuardFailure.checkOwner(answers[guardStart + index]) }
                if keeping != nil { try AnswerKeeping.check(answers[statements.count - 1]) }
                return (.done(edit.submission), edit.event.type.topic != nil)
            }
        }
        if hasOutboxRow { wakeRelay() }
        return answer
    }

    /// Run this before a transaction that reads or keeps what is sealed: nobody may wait for a provider of keys while it holds rows
    /// and a connection. Returns whether answers are sealed, and what reads.
    func prepareKeys(of tenant: TenantID) async throws(SealingError) -> (sealsAnswers: Bool, reader: SubmissionReader) {
        guard reader.opening == .all, let keys, try await keys.hasBegun(.persons) else { return (false, reader) }
        do throws(SealingError) {
            _ = try await keys.knownKey(of: tenant)
            return (true, reader)
        } catch {
            // What is not sealed can be changed without, and what is fails without asking for it once more.
            guard [.unknownKey, .damaged].contains(error.code) else { throw error }
            return (true, SubmissionReader(keys: nil))
        }
    }

    private static func decision(
        _ decide: (SubmissionEditor) throws(EditStop) -> SubmissionEdit, _ editor: SubmissionEditor
    ) -> Result<SubmissionEdit, EditStop> {
        Result { () throws(EditStop) in try decide(editor) }
    }

    /// Prepares a destructive change. Whether it is possible is checked now, and again on confirmation.
    func prepare(
        _ id: SubmissionID, tenant: TenantID, version: Int?, traceparent: String?, action: String, resource: String,
        prompt: ConfirmationPrompt, charge: QuotaCharge? = nil,
        _ decide: @escaping @Sendable (SubmissionEditor) throws(EditStop) -> SubmissionEdit
    ) async throws(StoreError) -> Preparation {
        guard let submission = try await submission(id, tenant: tenant) else { return .notFound }
        if let version, version != submission.version { return .conflict(current: submission) }
        let journey = try await journey(of: submission)
        switch Self.decision(decide, SubmissionEditor(submission, journey: journey, now: timestamp)) {
        case .failure(.notFound): return .notFound
        case .failure(.refused(let refusal)): return .refused(refusal)
        case .failure(.alreadyApplied), .success: break
        }
        let isHeld = try await StoreError.wrapping("look for legal holds") { try await LegalHoldStore.isHeld(id, over: pool) }
        if isHeld { return .refused(.held) }
        let subject = ConfirmationSubject(action: action, resource: resource, version: submission.version)
        return .confirmationRequired(
            ConfirmationRequired(prompt, of: subject) { confirmation in
                try await change(
                    id, tenant: tenant, version: subject.version, traceparent: traceparent, confirmation: confirmation,
                    charge: charge, decide)
            })
    }
}

/// The guard found another version than the locked one. This cannot happen, and must not be committed.
enum GuardFailure {
    /// Throws if another request has taken over what was to be changed.
    static func checkOwner(_ guarded: PostgresRows) throws(StoreError) {
        guard guarded.affectedRows == 1 else {
            throw StoreError(
                code: .superseded, isRetriable: false, description: "Another request has taken over.",
                detail: "a guard changed \(guarded.affectedRows) rows")
        }
    }
}
