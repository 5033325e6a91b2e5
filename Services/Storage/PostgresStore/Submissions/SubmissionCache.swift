internal import FoundationEssentials
internal import Postgres
internal import Shared
internal import Synchronization

/// Caches submissions, so that an unchanged one is not read in full again.
///
/// Nothing is answered from memory alone: each request reads the stamps of the cached submissions from the database.
/// Every visible change of a submission changes its stamp. The stamp is read before the parts: parts that change
/// meanwhile are newer than the stamp and are read again.
final class SubmissionCache: Sendable {
    /// Grows with every change.
    struct Stamp: Hashable, Sendable {
        let version: Int
        /// The number of recorded previews, which change no version.
        let previews: Int
    }

    struct Entry: Sendable {
        let submission: Submission
        let stamp: Stamp
    }

    /// The size of the cache. A submission weighs one; each of its documents, pages and images adds one (half a
    /// kilobyte).
    private static let room = 12_000
    /// A row that was edited by hand without a new stamp is read again after at most twice this time.
    private static let lifetime = Duration.seconds(30)

    private let entries = Mutex(RecentValueCache<SubmissionID, Entry>(room: room, lifetime: lifetime))
    private let reader: SubmissionReader
    private let now: @Sendable () -> Date

    init(_ reader: SubmissionReader, now: @escaping @Sendable () -> Date) { (self.reader, self.now) = (reader, now) }

    /// Those of the submissions that exist, in their current state.
    func submissions(
        _ wanted: Set<SubmissionID>, over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: Submission] {
        let moment = Timestamp(now())
        let known = entries.withLock { entries in
            wanted.reduce(into: [SubmissionID: Entry]()) { $0[$1] = entries.value(of: $1, at: moment) }
        }
        let unknown = wanted.filter { known[$0] == nil }
        let (stamps, read) = try await reader.read(unknown.sorted(), stampsOf: known.keys.sorted(), over: executor)
        remember(read, at: moment)
        var found = read.mapValues(\.submission)
        var changed: [SubmissionID] = []
        for (id, entry) in known {
            switch stamps[id] {
            case entry.stamp?: found[id] = entry.submission
            case nil: forget(id)
            default: changed.append(id)
            }
        }
        guard !changed.isEmpty else { return found }
        let again = try await reader.read(changed.sorted(), stampsOf: [], over: executor).entries
        remember(again, at: moment)
        return found.merging(again.mapValues(\.submission)) { $1 }
    }

    private func remember(_ read: [SubmissionID: Entry], at moment: Timestamp) {
        guard !read.isEmpty else { return }
        entries.withLock { entries in
            for (id, entry) in read { entries.keep(entry, as: id, weighing: entry.submission.weight, at: moment) }
        }
    }

    private func forget(_ id: SubmissionID) { entries.withLock { $0.forget(id) } }
}

extension Submission {
    fileprivate var weight: Int {
        documents.reduce(1) { sum, document in
            sum + 1 + document.reasons.count + document.pages.reduce(0) { $0 + 1 + $1.images.count }
        }
    }
}
