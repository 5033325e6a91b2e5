import Crypto
import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

/// `/v1/admin/dead-letters`: work that stages gave up, and an operator's decision on it.
struct DeadLetterHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...1000
    /// The maximum that one request decides on, the oldest first.
    static let most = 1000

    private var store: DeadLetterStore { gateway.operations.deadLetters }

    /// The decision on one dead letter.
    struct Decided: Encodable {
        enum Outcome: String, Encodable { case retried, would, nothing, changed, discarded, gone }

        let id: String
        let outcome: Outcome
        let words: String
    }

    private struct Page: Encodable {
        struct Cause: Encodable {
            let stage: String
            let cause: String
            let count: Int
        }

        let items: [DeadLetterDescription]
        let causes: [Cause]
        let next: String?
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        var faults = QueryFaults(query, known: ["cause", "cursor", "limit", "stage", "tenant"])
        let filter = DeadLetterFilter(
            stage: faults.stage(),
            cause: faults.read("cause", "the code of a cause") { PlainText.isValid($0, length: 1...64) ? $0 : nil },
            tenant: faults.tenant())
        let limit = faults.limit(Self.limits, otherwise: 100)
        try faults.check("Dead letters cannot be listed like this; `errors` says why.")
        let path = "/v1/admin/dead-letters"
        let parts = ListingParts(
            of: path, under: [filter.stage?.rawValue, filter.cause, filter.tenant?.rawValue].map { $0 ?? "" },
            at: "\(gateway.links.base)\(path)")
        let place = try parts.place(in: query) { DeadLetterPlace(cursor: $0) }
        let part = try await store.letters(filter, limit: limit, after: place)
        let counts = try await gateway.operations.counts.deadLetters().all.map {
            Page.Cause(stage: $0.key.stage.rawValue, cause: $0.key.code, count: $0.value)
        }
        let causes = counts.sorted { ($1.count, $0.stage, $0.cause) < ($0.count, $1.stage, $1.cause) }
        return .resource(
            Encoded(
                Page(
                    items: part.letters.map { DeadLetterDescription($0) }, causes: causes,
                    next: part.next.map { parts.link(to: $0.cursor, query, limit: limit) })))
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        guard let name = call.parameters["letter"], let letter = try await letters(named: [name]).first else {
            throw Problem.notFound
        }
        return .resource(Encoded(DeadLetterDescription(letter, .masked)))
    }

    func retry(_ call: Call) async throws -> HTTPResponse {
        let (letters, isDry) = try await chosen(call, mayBeDry: true)
        var decided: [Decided] = []
        for letter in letters { decided.append(try await retry(letter, isDry: isDry, call)) }
        return .whole(decided)
    }

    @inline(never)
    private func retry(_ letter: DeadLetter, isDry: Bool, _ call: Call) async throws -> Decided {
        let (id, words) = (DeadLetterWords.name(letter), DeadLetterWords.words(letter))
        if isDry { return Decided(id: id, outcome: .would, words: words) }
        switch try await store.retry(letter, noting: act(on: letter, call)) {
        case .done: return Decided(id: id, outcome: .retried, words: words)
        case .nothing: return Decided(id: id, outcome: .nothing, words: words)
        case .changedMeanwhile:
            return Decided(id: id, outcome: .changed, words: "has changed in the meantime; nothing was done")
        }
    }

    func discard(_ call: Call) async throws -> HTTPResponse {
        let (letters, _) = try await chosen(call, mayBeDry: false)
        let names = letters.map(DeadLetterWords.name).sorted()
        let many = names.count == 1 ? "this dead letter" : "\(names.count) dead letters"
        // Bound to these: what came meanwhile was not asked about.
        let subject = ConfirmationSubject(
            action: "dead-letter.discard", resource: "dead-letters/\(Hex.encode(SHA256.hash(names.joined(separator: ","))))",
            version: 1)
        let prompt = ConfirmationPrompt(
            title: "Discard \(many)?",
            message: "No stage tries \(names.count == 1 ? "it" : "them") again. Submissions stay as they are.",
            actionLabel: "Discard")
        try await gateway.confirmations.check(subject, prompt: prompt, for: call)
        var decided: [Decided] = []
        for letter in letters {
            // Asked about all of them together.
            let isDone = try await store.discard(letter).confirm(asking: call.principal.actor) { _ in true } ?? false
            decided.append(
                Decided(
                    id: DeadLetterWords.name(letter), outcome: isDone ? .discarded : .gone,
                    words: isDone ? "is discarded" : "is in the list no more"))
        }
        return .whole(decided)
    }

    // MARK: - What is meant

    @inline(never)
    private func chosen(_ call: Call, mayBeDry: Bool) async throws -> (letters: [DeadLetter], isDry: Bool) {
        var object = try await call.request.jsonObject()
        let ids = object.optionalTexts("ids", maximumCount: Self.most, maximum: 64)
        let stage = object.choice("stage", of: Stage.self)
        let cause = object.optionalString("cause", maximum: 64)
        let tenant = object.tenant()
        let isDry = mayBeDry ? object.optionalBoolean("dryRun") ?? false : false
        try object.finish()
        guard let ids else {
            let filter = DeadLetterFilter(stage: stage, cause: cause, tenant: tenant)
            guard filter != DeadLetterFilter() else {
                throw Problem(.invalidRequest, detail: "Say which: name `ids`, or a `stage`, a `cause`, or a `tenant`.")
            }
            return (try await store.all(filter, limit: Self.most), isDry)
        }
        return (try await letters(named: ids), isDry)
    }

    private func letters(named names: [String]) async throws -> [DeadLetter] {
        let events = names.compactMap { EventID($0) }
        return try await store.letters(events: events, numbers: names.compactMap { Int64($0) }.filter { $0 > 0 })
    }

    /// The act for the audit trail, although a retry destroys nothing. A letter that was not retried makes no act.
    private func act(on letter: DeadLetter, _ call: Call) -> AuditAct {
        AuditAct(
            tenant: DeadLetterDescription(letter).tenant.flatMap { TenantID(rawValue: $0) } ?? call.tenant,
            action: "dead-letter.retry", resource: "dead-letters/\(DeadLetterWords.name(letter))", origin: call.origin,
            time: gateway.now())
    }
}

extension DeadLetterPlace {
    /// The form in a cursor: `MICROSECONDS-e-EVENT` or `MICROSECONDS-r-NUMBER`.
    fileprivate var cursor: String {
        switch key {
        case .event(let id): "\(microseconds)-e-\(id)"
        case .record(let number): "\(microseconds)-r-\(number)"
        }
    }

    fileprivate init?(cursor text: String) {
        let parts = text.split(at: "-", maxSplits: 2).map(String.init)
        guard parts.count == 3, let microseconds = Int64(parts[0]) else { return nil }
        switch parts[1] {
        case "e":
            guard let id = EventID(parts[2]) else { return nil }
            self.init(microseconds: microseconds, key: .event(id))
        case "r":
            guard let number = Int64(parts[2]), number > 0 else { return nil }
            self.init(microseconds: microseconds, key: .record(number))
        default: return nil
        }
    }
}
