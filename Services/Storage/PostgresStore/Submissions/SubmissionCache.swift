internal import FoundationEssentials
internal import Postgres
internal import Shared
internal import Synchronization

/// Remembers submissions for a while, so that those that did not change since need not be read whole again.
///
/// Nothing is answered from memory alone: the database is asked for the stamp of what is remembered, each time. What anybody may see
/// of a submission changes with its stamp alone. The stamp is read before the parts are, so parts that change meanwhile are newer than
/// it, and read again.
final class SubmissionCache: Sendable {
    /// Grows with every change.
    struct Stamp: Hashable, Sendable {
        let version: Int
        /// How many previews were recorded, which changes no version.
        let previews: Int
    }

    struct Entry: Sendable {
        let submission: Submission
        let stamp: Stamp
    }

    /// How much is remembered: a submission weighs one, each of its documents, pages and images another (half a kilobyte).
    private static let room = 12_000
    /// Whoever changes a row by hand and leaves the stamp as it is waits for so long, twice at most.
    private static let lifetime = Duration.seconds(30)

    private let entries = Mutex(RecentValueCache<SubmissionID, Entry>(room: room, lifetime: lifetime))
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Those of the submissions that exist, as they are now.
    func submissions(
        _ wanted: Set<SubmissionID>, over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: Submission] {
        let moment = Timestamp(now())
        let known = entries.withLock { entries in
            wanted.reduce(into: [SubmissionID: Entry]()) { $0[$1] = entries.value(of: $1, at: moment) }
        }
        let unknown = wanted.filter { known[$0] == nil }
        let (stamps, read) = try await SubmissionReader.read(unknown.sorted(), stampsOf: known.keys.sorted(), over: executor)
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
        let again = try await SubmissionReader.read(changed.sorted(), stampsOf: [], over: executor).entries
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
