public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// Finds, exports and erases the personal data of submissions.
public struct PersonalDataStore: Sendable {
    let pool: PostgresPool
    private let events: EventWriter
    private let journeys = JourneyStore()
    /// Nil if what is sealed in rows cannot be exported.
    let keys: SealingKeyStore?
    private let now: @Sendable () -> Date
    private let wakeRelay: @Sendable () -> Void

    /// How long after an erasure a worker that was processing the submission may still write to its folder.
    public static let lastWrites = Duration.seconds(3600)

    /// A submission in progress is withdrawn when it is erased. The relay of `owner` publishes that event; `wakeRelay`
    /// wakes it. `source` is the attribute of that name in events.
    public init(
        pool: PostgresPool, owner: InstanceID, source: String, keys: SealingKeyStore? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        wakeRelay: @escaping @Sendable () -> Void = {}
    ) {
        self.pool = pool
        self.keys = keys
        self.now = now
        self.wakeRelay = wakeRelay
        events = EventWriter(source: source, owner: owner)
    }

    /// Erasing, and removing files, does without what is sealed: it must go on where a key is lost.
    var blindReader: SubmissionReader { SubmissionReader(keys: nil, opening: .none) }

    // MARK: - Finding

    /// A submission that exists, or that was erased.
    public struct Found: Sendable, Hashable {
        public let submission: SubmissionID
        public let tenant: TenantID
        public let state: SubmissionState
        public let createdAt: Timestamp
        public let erasedAt: Timestamp?
    }

    /// The submission of this id, erased or not.
    public func submission(_ id: SubmissionID, tenant: TenantID? = nil) async throws(StoreError) -> Found? {
        let scope: SQL = tenant.map { "and tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("find a submission") {
            try await pool.query("select * from submissions where id = \(id.uuid) \(scope)").first.map(Self.found)
        }
    }

    /// The submissions of a person by the tenant's own id of the person, the oldest first. Erased submissions are left
    /// out.
    public func submissions(of subject: String, tenant: TenantID? = nil) async throws(StoreError) -> [Found] {
        let scope: SQL = tenant.map { "and s.tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("find the submissions of a person") {
            let lookups = try await keys?.requiredLookups(of: tenant) ?? []
            let codes = lookups.map { Bytes($0.lookup.code(ofSubject: subject)) }
            return try await pool.query(
                """
                select * from (
                    select s.* from submissions s where s.subject = \(subject) \(scope)
                    union all
                    select s.* from unnest(\(lookups.map(\.tenant.rawValue)), \(codes)) as w (tenant, code)
                        join submissions s on s.tenant = w.tenant and s.subject_code = w.code
                ) s where erased_at is null order by created_at, id
                """
            ).map(Self.found)
        }
    }

    /// The submissions of a tenant with this reference, after `last`, in the order of their ids. Erased submissions are
    /// left out.
    public func submissions(
        referenced reference: String, tenant: TenantID, after last: SubmissionID?, limit: Int
    ) async throws(StoreError) -> [Found] {
        let scope: SQL = last.map { "and id > \($0.uuid)" } ?? ""
        return try await StoreError.wrapping("find the submissions of a reference") {
            let code = try await keys?.requiredLookup(of: tenant)?.code(ofReference: reference)
            return try await pool.query(
                """
                select * from submissions
                where tenant = \(tenant.rawValue) and (reference = \(reference) or reference_code = \(code.map { Bytes($0) }))
                    and erased_at is null \(scope)
                order by id limit \(limit)
                """
            ).map(Self.found)
        }
    }

    private static func found(_ row: Row) throws -> Found {
        Found(
            submission: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), state: try row.decodeCase("state"),
            createdAt: try row.decodeTimestamp("created_at"), erasedAt: try row.decodeTimestampIfPresent("erased_at"))
    }

    // MARK: - Erasing

    /// Prepares the erasure of all personal data of a submission. Nothing changes before the confirmation.
    public func erase(_ id: SubmissionID, minimum: MinimumRule = .kept) async throws(StoreError) -> ErasurePreparation {
        let decided = try await StoreError.wrapping("prepare an erasure") {
            try await status(id, minimum: minimum, over: pool)
        }
        switch decided {
        case nil: return .notFound
        case .refused(let refusal)?: return .refused(refusal)
        case .mayGo(let version, let state)?:
            let subject = ConfirmationSubject(action: "submission.erase", resource: "submissions/\(id)", version: version)
            let prompt = ConfirmationPrompt(
                title: "Erase the submission \(id)?",
                message:
                    "It is “\(state.rawValue)”. Its documents and everything that it says of a person will be gone for good.",
                actionLabel: "Erase")
            return .confirmationRequired(
                ConfirmationRequired(prompt, of: subject) { confirmation in
                    try await carryOut(id, minimum: minimum, confirmation)
                })
        }
    }

    private enum Status {
        case mayGo(version: Int, SubmissionState)
        case refused(ErasureRefusal)
    }

    /// Nil if there is no such submission.
    private func status(
        _ id: SubmissionID, minimum: MinimumRule, over executor: some PostgresExecutor
    ) async throws -> Status? {
        let rows = try await executor.query(
            "select version, tenant, state, changed_at, erased_at, journey_version from submissions where id = \(id.uuid)")
        guard let row = rows.first else { return nil }
        if let erased = try row.decodeTimestampIfPresent("erased_at") { return .refused(.alreadyErased(erased)) }
        let holds = try await LegalHoldStore.holds(over: id, executor)
        if !holds.isEmpty { return .refused(.held(holds)) }
        let state: SubmissionState = try row.decodeCase("state")
        if minimum == .kept, state.isDecided, try !row.decodeValue("tenant", as: TenantID.self).isSandbox {
            let version = try row.decodeDigest("journey_version")
            guard let journey = try await journeys.journeys([version], over: executor)[version] else {
                throw StoreError.corrupt("a journey is missing")
            }
            let until = try row.decodeTimestamp("changed_at").adding(.seconds((journey.retention.minimum ?? 0) * 86_400))
            if until > Timestamp(now()) { return .refused(.tooEarly(until: until)) }
        }
        return .mayGo(version: try row.decode("version"), state)
    }

    private func carryOut(
        _ id: SubmissionID, minimum: MinimumRule, _ confirmation: Confirmation
    ) async throws(StoreError) -> ErasureAnswer {
        let now = Timestamp(now())
        let (answer, hasEvent) = try await StoreError.wrapping("erase a submission") {
            try await pool.withTransaction { transaction -> (ErasureAnswer, Bool) in
                // Before anything is read, since keys that are elsewhere are seen as they were at the first look: whoever has the
                // row may be making one.
                try await transaction.query("select from submissions where id = \(id.uuid) for update")
                try await transaction.query(CustodyCollector.holdOff)
                guard let old = try await blindReader.read([id], tenant: nil, lock: .forUpdate, over: transaction)[id] else {
                    let erased = try await transaction.query("select erased_at from submissions where id = \(id.uuid)").first?
                        .decodeTimestampIfPresent("erased_at")
                    return (erased.map { .alreadyErased($0) } ?? .notFound, false)
                }
                switch try await status(id, minimum: minimum, over: transaction) {
                case nil: return (.notFound, false)
                case .refused(let refusal)?: return (.refused(refusal), false)
                case .mayGo?: break
                }
                let (statements, hasEvent) = try await ending(old, at: now, over: transaction)
                let act = AuditAct(confirmation, tenant: old.tenant, submission: id, at: now)
                let uploads = try await transaction.query(
                    "select id, segments from uploads where submission_id = \(id.uuid) for update"
                ).map {
                    ErasureReceipt.UnfinishedUpload(id: try $0.decodeID("id"), segments: try $0.decodeJSONList("segments"))
                }
                let counts = try await ErasureCounts.read(of: id, over: transaction)
                let certificate = counts.certificate(of: act, about: id, minimum)
                let scrubbing = Scrubbing(submission: old, act: act, certificate: certificate, at: now)
                let answers = try await transaction.pipeline(statements + scrubbing.statements.map(\.sql))
                var rows = ["documents": counts.documents, "pages": counts.pages, "page_images": counts.images]
                for (step, answer) in zip(scrubbing.statements, answers.dropFirst(statements.count)) {
                    if let table = step.table { rows[table, default: 0] += answer.affectedRows }
                }
                return (
                    .done(
                        ErasureReceipt(
                            submission: id, tenant: old.tenant, erasedAt: now, actor: act.origin.actor,
                            rows: rows.filter { $0.value > 0 }, uploads: uploads)), hasEvent
                )
            }
        }
        if hasEvent { wakeRelay() }
        return answer
    }

    /// A submission in progress is withdrawn, so that no stage continues it. Of a submission that has ended, the
    /// documents are erased.
    private func ending(
        _ old: Submission, at now: Timestamp, over transaction: PostgresTransaction
    ) async throws -> (statements: [SQL], hasEvent: Bool) {
        guard let journey = try await journeys.journeys([old.journeyVersion], over: transaction)[old.journeyVersion] else {
            throw StoreError.corrupt("a journey is missing")
        }
        if let edit = try? SubmissionEditor(old, journey: journey, now: now).withdraw() {
            let statements = try SubmissionWriter.difference(from: old, to: edit.submission)
            return (statements + [try events.statement([EventWriter.Entry(edit, traceparent: nil)])], true)
        }
        var emptied = old
        emptied.documents = []
        emptied.changedAt = now
        return (SubmissionWriter.blobErasures(from: old, to: emptied), false)
    }
}

extension SubmissionState {
    /// Whether the submission was accepted or rejected: a law may require such a submission to be kept.
    var isDecided: Bool { self == .accepted || self == .rejected }
}
