import Crypto
import Domain
import EventLoop
import HTTPServer
import Operations
import PostgresStore
import Shared

extension Endpoint {
    static let ofErasures: [Endpoint] = [
        .reading(
            "adminRetention", "/v1/admin/retention", "What has been kept for as long as its journey says",
            [.query("limit", .integer(ErasureHandlers.limits), "At most so many, the longest overdue; 100 unless told.")]
        ) { ErasureHandlers(gateway: $0).due },
        .acting(
            "adminRunRetention", .post, "/v1/admin/retention", "Remove now what has been kept for as long as its journey says",
            body: .request(
                .optional("limit", .nullable(.integer(ErasureHandlers.limits)), "At most so many, the longest overdue; 100.")),
            answers: [.described(200, "What became of each.")], destroys: true, audited: "retention.run"
        ) { ErasureHandlers(gateway: $0).removeDue },
        .reading(
            "adminErasures", "/v1/admin/erasures", "What was erased, and what was asked for, the newest first",
            AdminAuditQuery.parameters
        ) {
            AdminAuditHandlers(gateway: $0).erasures
        },
        .acting(
            "adminErase", .post, "/v1/admin/erasures", "Take everything personal of a submission, or of a person, away for good",
            body: .request(
                PersonalScope.properties + [
                    .optional("overruleMinimum", .nullable(.boolean), "Also what the journey's retention asks for keeping.")
                ]),
            answers: [
                .described(200, "What became of each."),
                .described(202, "A second operator has to agree, by asking for the same, within a week."),
            ], destroys: true
        ) { ErasureHandlers(gateway: $0).erase },
    ]
}

/// `/v1/admin/erasures` and `/v1/admin/retention`.
struct ErasureHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...1000
    private var operations: OperationServices { gateway.operations }

    func due(_ call: Call) async throws -> HTTPResponse {
        let limit = try call.request.query.integer("limit", in: Self.limits) ?? 100
        return .whole(try await retention(by: call).look(limit: limit))
    }

    func removeDue(_ call: Call) async throws -> HTTPResponse {
        let limit = try await readLimit(call)
        let run = retention(by: call)
        let due = try await run.due(limit: limit)
        guard !due.isEmpty else { return .whole([RemovalDescription]()) }
        let names = due.map { "\($0.submission)/\($0.part.rawValue)" }.sorted()
        // Bound to these: what became due meanwhile was not asked about.
        let subject = ConfirmationSubject(
            action: "retention.run", resource: "retention/\(Hex.encode(SHA256.hash(names.joined(separator: ","))))", version: 1)
        let prompt = ConfirmationPrompt(
            title: names.count == 1 ? "Remove what was kept long enough of one submission?" : "Remove \(names.count) things?",
            message: "What has been kept for as long as its journey says will be gone for good.", actionLabel: "Remove")
        try await gateway.confirmations.check(subject, prompt: prompt, for: call)
        return .whole(try await run.remove(due))
    }

    @inline(never)
    private func readLimit(_ call: Call) async throws -> Int {
        var object = try await call.request.jsonObject()
        let limit = object.optionalInteger("limit", in: Self.limits)
        try object.finish()
        return limit ?? 100
    }

    private func retention(by call: Call) -> RetentionRun {
        RetentionRun(
            retention: operations.retention,
            erasure: ErasureRun(
                pool: operations.pool, data: operations.personal, blobs: operations.blobs, actor: call.principal.actor))
    }

    func erase(_ call: Call) async throws -> HTTPResponse {
        let (found, minimum) = try await read(call)
        let ids = found.map(\.submission.description).sorted()
        // Bound to these: what was submitted meanwhile was not asked about.
        let subject = ConfirmationSubject(
            action: "submission.erase", resource: "erasures/\(Hex.encode(SHA256.hash(ids.joined(separator: ","))))",
            version: minimum == .overruled ? 2 : 1)
        let prompt = ConfirmationPrompt(
            title: ids.count == 1 ? "Erase the submission \(ids[0])?" : "Erase \(ids.count) submissions?",
            message: "Documents and everything that is said of a person will be gone for good."
                + (minimum == .overruled ? " That includes what the journey asks for keeping." : "") + caveats,
            actionLabel: "Erase")
        try await gateway.confirmations.check(subject, prompt: prompt, for: call)
        let run = ErasureRun(
            pool: operations.pool, data: operations.personal, blobs: operations.blobs, actor: call.principal.actor,
            minimum: minimum, note: noting(call))
        let consent = ErasureConsent(audit: gateway.audit, keys: operations.keys, now: gateway.now)
        var results: [ErasureRun.Result] = []
        for one in found {
            if operations.erasing == .two, one.erasedAt == nil,
                let until = try await consent.missing(for: one, minimum, by: call.origin)
            {
                var result = ErasureRun.Result(submission: "\(one.submission)", tenant: "\(one.tenant)", outcome: "asked")
                (result.until, result.by) = (until.description, call.principal.actor)
                results.append(result)
            } else {
                results.append(try await run.erase(one.submission, one.tenant))
            }
        }
        return .whole(results, status: results.contains { $0.outcome == "asked" } ? 202 : 200)
    }

    /// Warnings for the confirming operator.
    private var caveats: String {
        (operations.erasing == .two ? " A second operator has to ask for the same within a week, unless one has." : "")
            + (operations.ledger == nil
                ? " This gateway keeps no ledger of erasures (DOCKET_ERASURE_LEDGER): a restore of an older dump brings them back."
                : "")
    }

    /// Records each erasure in the ledger before it is done. Without that entry it is not done.
    private func noting(_ call: Call) -> (@Sendable (SubmissionID, TenantID) async throws -> Void)? {
        guard let ledger = operations.ledger else { return nil }
        let (actor, blocking, now) = (call.principal.actor, operations.kafka.group.blocking, gateway.now)
        return { submission, tenant in
            let entry = ErasureLedger.Entry(
                submission: submission, tenant: tenant, confirmedAt: now().description, by: actor)
            do {
                try await blocking.run { try ledger.append(entry) }
            } catch let failure as ErasureLedger.Failure {
                throw Problem(
                    .unavailable, detail: "Nothing was erased: \(failure.description). Does DOCKET_ERASURE_LEDGER name it?")
            }
        }
    }

    @inline(never)
    private func read(_ call: Call) async throws -> ([PersonalDataStore.Found], MinimumRule) {
        var object = try await call.request.jsonObject()
        let scope = try PersonalScope(&object)
        let minimum: MinimumRule = object.optionalBoolean("overruleMinimum") ?? false ? .overruled : .kept
        try object.finish()
        let found: [PersonalDataStore.Found]
        switch scope {
        case .submission(let id): found = try await operations.personal.submission(id).map { [$0] } ?? []
        case .person(let subject, let tenant): found = try await operations.personal.submissions(of: subject, tenant: tenant)
        }
        guard !found.isEmpty else { throw Problem.notFound }
        return (found, minimum)
    }
}
