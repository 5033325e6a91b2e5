import BlobStore
import Crypto
import Domain
import EventLoop
import HTTPServer
import PostgresStore
import Synchronization

/// The end of one request's transfer.
enum TransferEnd: Sendable {
    /// The body has ended, and its bytes are durable and acknowledged.
    case whole
    /// The file was refused during the transfer.
    case refused(Problem)
    /// The connection, the disk or a stop of the service ended it early. Durable bytes are acknowledged.
    case interrupted(any Error)
    /// Another request is the writer now. Unacknowledged bytes of this one are dropped.
    case superseded
    /// The bytes do not match their checksum. None of them is stored.
    case corrupted
}

/// Takes the body of a request into an upload that the caller has acquired: judges, digests, stores and acknowledges it
/// while it arrives. It stops when a newer request has taken over.
struct UploadTransfer: Sendable {
    /// How often durable bytes are acknowledged during the transfer, and so how soon a writer notices that it was
    /// replaced.
    struct Pace: Sendable {
        var interval = Duration.seconds(2)
        /// The number of new bytes for an earlier acknowledgement, if the client listens. Each costs a sync and a commit.
        var bytes = 16 * 1024 * 1024
    }

    let upload: Upload
    let partial: PartialBlob
    let content: UploadContent
    let blobs: any BlobStore
    let uploads: UploadStore
    let pace: Pace
    /// Sends the client an interim offset. Nil if it does not listen.
    let announce: (@Sendable (Int) async -> Void)?

    /// Shared by the receiving task and the acknowledging one.
    final class Progress: Sendable {
        struct State: ~Copyable {
            var judge: FileJudge?
            var digest: Digest?
            var writer: (any PartialBlobWriter)?
            var received = 0
            var acknowledged = 0
            var isEnding = false
            /// The fault of the file, unless its bytes turn out to be damaged in transit.
            var suspicion: Problem?
        }

        let state: Mutex<State>
        let pulse = AsyncPulse()

        init(judge: FileJudge?, digest: DigestAlgorithm?) {
            state = Mutex(State(judge: judge, digest: digest.map { Digest($0) }))
        }

        var judge: FileJudge? { state.withLock { $0.judge } }
        var writer: (any PartialBlobWriter)? { state.withLock { $0.writer } }
        var isEnding: Bool { state.withLock { $0.isEnding } }

        func end() {
            state.withLock { $0.isEnding = true }
            pulse.notify()
        }
    }

    private struct Superseded: Error {}

    /// Whether bytes may be acknowledged before the end of the request.
    private var acknowledgesEarly: Bool { content.digest == nil }

    // MARK: - Receiving

    func run(_ body: RequestBody, _ progress: Progress, as own: ActiveWriters.Writer) async -> TransferEnd {
        var failure: (any Error)?
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { progress.end() }
                    try await receive(body, progress, as: own)
                }
                group.addTask { try await acknowledge(progress) }
                group.addTask {
                    // Cancelled with the others, when the body has ended.
                    try await own.stop.wait()
                    throw Superseded()
                }
                // The two others end by themselves: an acknowledgement under way is not cut off.
                var error: (any Error)?
                for _ in 0..<2 {
                    do { try await group.next() } catch let thrown {
                        if error == nil { error = thrown }
                        if thrown is Superseded { group.cancelAll() }
                    }
                }
                group.cancelAll()
                while let _ = try? await group.next() {}
                if let error { throw error }
            }
        } catch {
            failure = error
        }
        let reason = failure
        // Also when the request was cancelled: what has arrived is kept.
        return await Task { await settle(progress, reason) }.value
    }

    private func receive(_ body: RequestBody, _ progress: Progress, as own: ActiveWriters.Writer) async throws {
        while let piece = try await body.next() {
            guard own.receives() else { throw Superseded() }
            let received = try progress.state.withLock { state in
                let received = state.received + piece.count
                if let length = upload.length, upload.offset + received > length {
                    throw Problem(UploadRefusal.lengthExceeded(length: length))
                }
                try judge(piece, &state)
                state.digest?.update(piece)
                state.received = received
                return received
            }
            let writer: any PartialBlobWriter
            if let open = progress.writer {
                writer = open
            } else {
                // A file that its first bytes condemn never touches the disk.
                let opened = try await blobs.writer(of: partial)
                progress.state.withLock { $0.writer = opened }
                writer = opened
            }
            try await writer.append(piece)
            if announce != nil, received - progress.state.withLock({ $0.acknowledged }) >= pace.bytes { progress.pulse.notify() }
        }
        // What could not be written is known before anything is said of the end.
        try await progress.writer?.flush()
    }

    private func judge(_ piece: [UInt8], _ state: inout Progress.State) throws(Problem) {
        guard state.suspicion == nil else { return }
        do throws(Problem) {
            // A part of a file says nothing by itself: only its size counts.
            if upload.kind == .part { try state.judge?.skip(piece.count) } else { try state.judge?.take(piece) }
        } catch {
            // Damaged bytes are sent again, and condemn nothing: their checksum is looked at first.
            guard state.digest != nil, error.status != 413 else { throw error }
            state.suspicion = error
        }
    }

    // MARK: - Acknowledging

    private func acknowledge(_ progress: Progress) async throws {
        while !progress.isEnding {
            await wait(for: progress.pulse)
            if Task.isCancelled || progress.isEnding { return }
            // A database or a disk that is away for a while keeps nobody from sending on: the next turn tells, or the end.
            guard let offset = try? await acknowledgeOnce(progress) else { continue }
            if offset < 0 { throw Superseded() }
            await announce?(offset)
        }
    }

    /// The durable and recorded offset; negative if another writer has taken over.
    private func acknowledgeOnce(_ progress: Progress) async throws -> Int {
        var durable = PartialProgress(count: upload.offset, digestState: partial.digestState ?? [])
        if acknowledgesEarly, let writer = progress.writer { durable = try await writer.synchronize() }
        let isHeard = try await uploads.advance(
            upload, to: durable.count, digestState: durable.digestState.isEmpty ? nil : durable.digestState, hasEnded: false)
        guard isHeard else { return -1 }
        progress.state.withLock { $0.acknowledged = durable.count - upload.offset }
        return durable.count
    }

    /// Waits until there is much to acknowledge, or for the interval of the pace.
    private func wait(for pulse: AsyncPulse) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await pulse.wait() }
            group.addTask { try? await SystemTime().sleep(for: pace.interval) }
            await group.next()
            group.cancelAll()
        }
    }

    // MARK: - Ending

    private func settle(_ progress: Progress, _ failure: (any Error)?) async -> TransferEnd {
        let writer = progress.writer
        let isIntact = failure == nil ? isIntact(progress) : acknowledgesEarly
        do {
            if failure is Superseded {
                // Most often the newer request is in this process and waits for what this one still has.
                _ = try? await keep(writer, isIntact: isIntact)
                return .superseded
            }
            let suspicion = failure == nil && isIntact ? progress.state.withLock { $0.suspicion } : nil
            if let problem = suspicion ?? failure as? Problem {
                await writer?.close()
                _ = try await uploads.release(upload)
                return .refused(problem)
            }
            guard try await keep(writer, isIntact: isIntact, isWhole: failure == nil) else { return .superseded }
        } catch {
            await writer?.close()
            return .interrupted(failure ?? error)
        }
        if let failure { return .interrupted(failure) }
        return isIntact ? .whole : .corrupted
    }

    private func isIntact(_ progress: Progress) -> Bool {
        guard let expected = content.digest else { return true }
        return progress.state.withLock { state in state.digest?.snapshot() } == expected.bytes
    }

    /// Stores and acknowledges the received bytes, or drops them. False if another writer has taken over.
    ///
    /// - Throws: A failure of the store. With `isWhole`, also if it has stored less than was received; the stored bytes
    ///   are acknowledged before.
    private func keep(_ writer: (any PartialBlobWriter)?, isIntact: Bool, isWhole: Bool = false) async throws -> Bool {
        guard let writer, isIntact else {
            await writer?.close()
            return try await uploads.release(upload)
        }
        let durable = try await writer.synchronize()
        let taken = writer.count
        await writer.close()
        guard try await uploads.advance(upload, to: durable.count, digestState: durable.digestState, hasEnded: true) else {
            return false
        }
        if isWhole { try durable.requireAll(of: taken) }
        return true
    }
}
