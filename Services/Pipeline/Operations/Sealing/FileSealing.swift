package import BlobStore
import Domain
package import PostgresStore
import Sealing
import Shared

/// Seals the files of submissions that were made before sealing began, while the installation runs.
///
/// A submission goes through these steps. Each can be the last one of a killed process, and of each the next run makes
/// what follows.
///
/// 1. **Begin** (`begin`). Under the submission's lock: it has ended, rests, and has no upload and no file that waits to be
///    erased. It gets a key, which `sealed_submissions` does not name: everybody goes on reading and writing in the clear.
///    A key of a broken run is taken up again, and with it the copies that were made by it.
/// 2. **Copy** (`ensure`). Each file is read, its content compared with its digest, sealed beside itself under another name,
///    made durable, read back as a reader would, and compared again. Nothing is removed. A copy of before is only compared.
///    Copies of files that are gone since a broken run are removed, under the lock, while nobody reads copies.
/// 3. **Complete** (`complete`). One transaction, under the lock, looks at everything once more: the submission is as it was
///    at the beginning, refers to the same files, has the same key, and no process of an earlier version runs. Then
///    `sealed_submissions` names it. All copies are durable by then, so whichever way the COMMIT goes, all is readable.
/// 4. **Keep**. The files in the clear stay until `clear_until`, by the database's clock. Nothing needs them but a backup
///    whose rows are older than its files, and a standby that has lost the COMMIT.
/// 5. **Clear** (`clear`). A later run reads each copy back once more, and only then removes the file in the clear. What
///    nothing refers to is removed as well, unless a hold keeps it. When the folder has none, `clear_until` becomes null.
///
/// Why nobody else comes between:
///
/// - *Readers* name a file by its digest, and look for its form when they open it (`SealedBlobStore.open`). One that believes
///   that the submission is not sealed finds the file in the clear until step 5; after that it finds none, asks the database
///   without its cache, and opens the sealed one. What is open stays open.
/// - *Writers* ask without the cache, at their beginning and at their end. One that ended before step 3 belongs to a change
///   of a submission that had ended already, which its transaction refuses: changes of an ended submission are refused, or
///   are made from a version of before. What does not depend on the version, which are previews alone, is read in the clear
///   if its digest is right, and sealed in step 5.
/// - *Uploads* are of drafts. One that is there is an obstacle, and creating one waits for the lock.
/// - *Erasing one file* leaves a row in `blob_erasures` until it is done, which is an obstacle in steps 1 and 3. A file that
///   came and went in between changes the set that step 3 compares. From step 1 on, whoever erases removes both forms.
/// - *Erasing the submission* destroys its key and empties its folder, and an hour later once more. This looks after each
///   copy whether that has happened, and then empties the folder itself.
/// - *A hold* keeps contents. They stay, in another form; what has no other form is not removed.
/// - *Another run* uses the same key, makes the same copies, and loses step 3 or repeats step 5: both are harmless.
package struct FileSealing: Sendable {
    /// Where a run is, for tests that end it there or do something in between.
    package enum Step: Sendable, Hashable {
        case begun, copied, complete, completed, listed, verified, cleared
    }

    let store: FileSealingStore
    let blobs: SealedBlobStore
    /// How long files in the clear are kept.
    let keep: Duration
    let pace: SealedCopies.Pace
    let reach: @Sendable (Step) async throws -> Void

    package init(
        store: FileSealingStore, blobs: SealedBlobStore, keep: Duration, pace: @escaping SealedCopies.Pace = { _ in },
        reach: @escaping @Sendable (Step) async throws -> Void = { _ in }
    ) {
        (self.store, self.blobs, self.keep, self.pace, self.reach) = (store, blobs, keep, pace, reach)
    }

    private static let batch = 100
    private static let orphansAtOnce = 8

    /// Clears what earlier runs have kept for long enough, then seals what can be sealed, the oldest first. Ends after the
    /// submission during which `isStopped` became true. `tell` is called after each submission.
    ///
    /// - Throws: What keeps all others from being sealed, too, such as a store that cannot be reached. The next run goes on.
    package func run(
        isStopped: @Sendable () -> Bool = { false }, tell: @Sendable (FileSealingReport) -> Void = { _ in }
    ) async throws -> FileSealingReport {
        var report = FileSealingReport()
        // Those of which something is left: the others are not found again.
        var seen: Set<SubmissionID> = []
        while !isStopped() {
            let page = try await store.remains(without: seen, limit: Self.batch)
            guard !page.isEmpty else { break }
            for remains in page where !isStopped() {
                let cleared = report.cleared
                try await note(remains.candidate, &report) { try await clear(remains, &$0) }
                if report.cleared == cleared { seen.insert(remains.candidate.submission) }
                tell(report)
            }
        }
        var last: SubmissionID?
        while !isStopped() {
            let page = try await store.candidates(after: last, limit: Self.batch)
            guard !page.isEmpty else { return report }
            for candidate in page where !isStopped() {
                last = candidate.submission
                try await note(candidate, &report) { try await seal(candidate, &$0) }
                tell(report)
            }
        }
        report.isInterrupted = true
        return report
    }

    /// Runs `body`, and notes what is wrong with this submission alone.
    private func note(
        _ candidate: FileSealingStore.Candidate, _ report: inout FileSealingReport,
        _ body: (inout FileSealingReport) async throws -> Void
    ) async throws {
        let fault: any Error
        do { return try await body(&report) } catch { fault = error }
        guard let reason = SealingFault.reason(fault) else { throw fault }
        // What an erasure has taken away is not missed.
        if try await emptyIfErased(candidate.space) { return }
        report.fail(candidate.submission, candidate.tenant, reason)
    }

    // MARK: - Sealing

    private func seal(_ candidate: FileSealingStore.Candidate, _ report: inout FileSealingReport) async throws {
        let work: FileSealingStore.Work
        switch try await store.begin(candidate) {
        case .left(let obstacle): return report.leave(obstacle)
        case .work(let begun): work = begun
        }
        try await reach(.begun)
        let space = candidate.space
        let copies = blobs.copies(in: space, work.key)
        let found = try await copies.found().sealed
        var bytes = 0
        for file in work.files.sorted(by: { $0.hex < $1.hex }) {
            bytes += try await ensure(file, copies, found).bytes
            try await reach(.copied)
            if try await emptyIfErased(space) { return }
        }
        let orphans = Array(found.subtracting(work.files.map(copies.name)))
        // A few at a time: while a transaction is open, no live stream of events moves on.
        for start in stride(from: 0, to: orphans.count, by: Self.orphansAtOnce) {
            let isDone = try await store.whileUnsealed(work) {
                for name in orphans.dropFirst(start).prefix(Self.orphansAtOnce) { try await copies.removeSealed(named: name) }
            }
            guard isDone else { return report.leave(.changed) }
        }
        try await reach(.complete)
        if let obstacle = try await store.complete(work, keeping: keep) {
            if obstacle == .erased { _ = try await emptyIfErased(space) }
            return report.leave(obstacle)
        }
        report.sealed += 1
        report.files += work.files.count
        report.bytes += bytes
        try await reach(.completed)
    }

    /// Makes sure that the sealed form of a file is there and reads as the file. `found` are the names that were there.
    private func ensure(
        _ file: ContentDigest, _ copies: SealedCopies, _ found: Set<ContentDigest>
    ) async throws(BlobError) -> (bytes: Int, isNew: Bool) {
        if found.contains(copies.name(of: file)) {
            do throws(BlobError) { return (try await copies.verify(file, pace: pace), false) } catch {
                // It is made anew, if there is what it is made of.
                guard [.damaged, .notFound, .inputOutput].contains(error.code) else { throw error }
            }
        }
        try await copies.seal(file, pace: pace)
        return (try await copies.verify(file, pace: pace), true)
    }

    /// What was copied after an erasure has emptied the folder is removed here.
    private func emptyIfErased(_ space: BlobSpace) async throws -> Bool {
        guard try await store.isErased(space.submission) else { return false }
        _ = try await blobs.eraseAll(in: space)
        return true
    }

    // MARK: - Clearing

    private func clear(_ remains: FileSealingStore.Remains, _ report: inout FileSealingReport) async throws {
        let candidate = remains.candidate
        let space = candidate.space
        if try await emptyIfErased(space) { return try await store.close(remains) }
        guard let key = try await store.key(of: candidate) else { return report.leave(.changed) }
        let copies = blobs.copies(in: space, key)
        let found = try await copies.found()
        try await reach(.listed)
        // Read after the listing: what is in it and nowhere else is referred to by nobody.
        let references = try await store.references(of: candidate.submission)
        for file in found.clear.sorted(by: { $0.hex < $1.hex }) where !references.condemned.contains(file) {
            if references.files.contains(file) {
                let copy = try await ensure(file, copies, found.sealed)
                if copy.isNew, try await isUnwanted(file, candidate.submission) {
                    try await copies.removeSealed(named: copies.name(of: file))
                    continue
                }
            } else if references.isHeld {
                continue
            }
            try await reach(.verified)
            try await copies.removeClear(file)
            report.removed += 1
            try await reach(.cleared)
        }
        if try await emptyIfErased(space) { return try await store.close(remains) }
        guard try await copies.found().clear.isEmpty else {
            return report.leave(references.condemned.isEmpty ? .changed : .erasures)
        }
        try await store.close(remains)
        report.cleared += 1
    }

    /// Whether a file was given up while it was copied: whoever erases it may have passed by before the copy was there.
    private func isUnwanted(_ file: ContentDigest, _ submission: SubmissionID) async throws -> Bool {
        try await !store.references(of: submission).files.contains(file)
    }
}

extension FileSealingStore.Candidate {
    fileprivate var space: BlobSpace { BlobSpace(tenant: tenant, submission: submission) }
}
