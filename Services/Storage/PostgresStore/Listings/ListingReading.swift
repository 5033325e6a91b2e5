internal import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Reads one part of a listing from the database, step by step.
struct ListingReading {
    let search: SubmissionSearch
    let pool: PostgresPool
    /// Opens what is sealed.
    let keys: SealingKeyStore?
    private let check: ReferenceCheck
    /// The number of requested submissions.
    let limit: Int
    private(set) var found: [SubmissionSummary] = []
    private var walk: ListingWalk
    private var hasTriedReference = false

    /// The number that a single statement examines, in any order of an index.
    private let few: Int
    /// The number whose places in the table an index returns at once: as many as one answer examines.
    private let fewReferences: Int

    init(
        search: SubmissionSearch, pool: PostgresPool, keys: SealingKeyStore?, limits: ListingWalk.Limits,
        from place: ListingWalk.Place?, limit: Int
    ) throws(StoreError) {
        (self.search, self.pool, self.keys, self.limit) = (search, pool, keys, limit)
        check = search.lookup == nil ? try ReferenceCheck([]) : try ReferenceCheck(search.filters)
        let limits = check.needsOpening ? limits.opening : limits
        walk = ListingWalk(from: place, isAscending: search.order.isAscending, limits: limits)
        (few, fewReferences) = (limits.first * 4, limits.most)
    }

    /// Returns where to continue, if not everything was examined and too few were found.
    mutating func read() async throws -> ListingWalk.Place? {
        let paths = try await paths()
        guard !paths.isImpossible else { return nil }
        if search.order.isByChange, paths != ListingPaths([]), try await readFew(on: paths.byCreation) { return nil }
        // A way that few are on is shorter than the index of references, which is shorter than a way that many are on.
        var isReferenceNext = search.order.isByChange || paths.hasOnlyAll
        while true {
            if isReferenceNext, let text = paths.referencePart, try await readByReference(text) { return nil }
            isReferenceNext = !hasTriedReference
            let end = try await step(along: search.order.isByChange ? [paths.byChange] : paths.byCreation)
            guard found.count < limit, let end else { return nil }
            walk.move(to: end)
            if walk.isLongEnough, hasTriedReference || paths.referencePart == nil { return end }
        }
    }

    private func paths() async throws -> ListingPaths {
        let code: (String) -> [UInt8]? = { [search] in search.lookup?.code(ofSubject: $0) }
        guard ListingPaths.wantsJourneys(search.filters) else { return ListingPaths(search.filters, code: code) }
        // With more than these no way is worth going along each of them.
        let limit = ListingPath.mostBranches * 2
        let known: [JourneyID] = try await rows(search.journeys(limit: limit)).map { try $0.decodeValue("journey") }
        return ListingPaths(search.filters, journeys: known.count < limit ? Set(known) : nil, code: code)
    }

    /// Returns the end of the step; nil if there is nothing more, or enough was found.
    private mutating func step(along paths: [ListingPath]) async throws -> ListingWalk.Place? {
        let (count, place, key) = (walk.count, walk.place, search.key)
        // What many satisfy is found at once, without asking where it leads.
        if paths.count == 1, walk.lookedAt == 0 {
            let stretch = SubmissionSearch.Stretch(start: place, count: count)
            try await take(search.found(on: paths[0], in: stretch, limit: limit))
            if found.count >= limit { return nil }
            found = []
        }
        let ends = try await ends(paths.map { search.end(of: $0, by: key, count: count, after: place) })
        let choice = walk.choice(among: ends)
        try await takeAll(after: place) { [search] place, limit in
            search.found(on: paths[choice], in: SubmissionSearch.Stretch(start: place, end: ends[choice]), limit: limit)
        }
        return ends[choice]
    }

    // MARK: - All at once

    /// Reads a path with few submissions without an order. Returns whether there was one.
    private mutating func readFew(on paths: [ListingPath]) async throws -> Bool {
        let ends = try await ends(paths.map { search.end(of: $0, by: SubmissionSearch.creation, count: few, after: nil) })
        guard let whole = ends.firstIndex(where: { $0 == nil }) else { return false }
        try await takeAll(after: walk.place) { [search] place, limit in
            search.found(ofAllOn: paths[whole], after: place, limit: limit)
        }
        return true
    }

    /// Reads by the index of references, which has no order. Returns whether it found few enough to examine all.
    private mutating func readByReference(_ text: String) async throws -> Bool {
        hasTriedReference = true
        let text = text.asciiLowercased
        let sample = try await rows(search.references(after: walk.place, mayContain: text))
        let clear = try sample.compactMap { try $0.decodeIfPresent("reference", as: String.self)?.asciiLowercased }
        let sealed = try sample.filter { try $0.decode("is_sealed", as: Bool.self) }
        let likely = try sealed.count { try $0.decode("may_contain", as: Bool.self) }
        guard let piece = ReferencePiece.rarest(of: text, among: clear) else { return false }
        guard !ReferencePiece.isCommon(likely, among: sealed.count) else { return false }
        let planning = SubmissionSearch.planningByReference
        let counted = try await rows(search.count(ofReferencesWith: text, piece: piece, limit: fewReferences + 1), planning)
        guard try counted.first?.decode("count", as: Int.self) ?? 0 <= fewReferences else { return false }
        try await takeAll(after: walk.place, planning) { [search] place, limit in
            search.found(byReferencesWith: text, piece: piece, after: place, limit: limit)
        }
        return true
    }

    // MARK: - Asking

    /// So many are opened at once, to be compared.
    private static let batch = 200

    /// Takes what matches of what statements find, from place to place, until there is nothing more or enough was found.
    private mutating func takeAll(
        after place: ListingWalk.Place?, _ planning: SQL = SubmissionSearch.planning,
        _ statement: (ListingWalk.Place?, _ limit: Int) -> SQL
    ) async throws {
        var place = place
        while found.count < limit {
            let count = check.isEmpty ? limit - found.count : Self.batch
            guard let last = try await take(statement(place, count), planning), last.number == count else { return }
            place = last.place
        }
    }

    /// Takes what matches of what a statement finds, up to the limit. Returns the place of the last one that was found, and its number.
    @discardableResult
    private mutating func take(
        _ statement: SQL, _ planning: SQL = SubmissionSearch.planning
    ) async throws -> (place: ListingWalk.Place, number: Int)? {
        let rows = try await rows(statement, planning)
        for row in rows where found.count < limit {
            let id: SubmissionID = try row.decodeID("id")
            let names = try await SealedPerson.names(row, of: id, by: keys, over: pool)
            if check.matches(names.reference) { found.append(try SubmissionSummary(row, id, names)) }
        }
        guard let last = rows.last else { return nil }
        let moment: Date = try last.decode(search.order.isByChange ? "changed_at" : "created_at")
        return (ListingWalk.Place(moment: moment, id: try last.decode("id")), rows.count)
    }

    private func rows(_ statement: SQL, _ planning: SQL = SubmissionSearch.planning) async throws -> PostgresRows {
        try await pool.pipeline([planning, statement])[1]
    }

    private func ends(_ statements: [SQL]) async throws -> [ListingWalk.Place?] {
        try await pool.pipeline([SubmissionSearch.planning] + statements).dropFirst().map { rows in
            guard let row = rows.first else { return nil }
            return ListingWalk.Place(moment: try row.decode("moment"), id: try row.decode("id"))
        }
    }
}

extension SubmissionSummary {
    fileprivate init(_ row: Row, _ id: SubmissionID, _ names: SealedPerson.Names) throws {
        self.init(
            id: id, journey: try row.decodeValue("journey"), state: try row.decodeCase("state"),
            version: try row.decode("version"), subject: names.subject, reference: names.reference,
            createdAt: try row.decodeTimestamp("created_at"),
            updatedAt: try row.decodeTimestamp("changed_at"), submittedAt: try row.decodeTimestampIfPresent("submitted_at"),
            expiresAt: try row.decodeTimestampIfPresent("expires_at"), documents: try row.decode("documents"))
    }
}
