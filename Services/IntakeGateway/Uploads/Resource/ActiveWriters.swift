import Domain
import EventLoop
import HTTPServer
import Shared
import Synchronization

/// The uploads that this process writes to now. A newer request can end an older one at once, and keeps every byte that
/// it received. The epoch stops writers of other processes.
final class ActiveWriters: Sendable {
    /// A request that writes.
    final class Writer: Sendable {
        /// The offset at which it began.
        let offset: Int
        private let epoch: Int64
        /// Sent when it must end.
        let stop = AsyncSignal<Void>()
        fileprivate let ended = AsyncSignal<Void>()
        private enum Turn { case waiting, receiving, passed }
        private let turn = Mutex(Turn.waiting)

        fileprivate init(_ upload: Upload) { (offset, epoch) = (upload.offset, upload.epoch) }

        fileprivate func isNewer(than other: Writer) -> Bool { epoch > other.epoch }

        /// Records that bytes have arrived. False if the writer has given way before.
        func receives() -> Bool {
            turn.withLock { turn in
                if turn == .waiting { turn = .receiving }
                return turn == .receiving
            }
        }

        /// Nobody waits for its answer any more: any other request may take its place.
        func leaves() { turn.withLock { $0 = .passed } }

        /// Gives way if no byte has arrived.
        fileprivate func makesWay() -> Bool {
            turn.withLock { turn in
                if turn == .waiting { turn = .passed }
                return turn == .passed
            }
        }
    }

    /// The time for an older request to make its bytes durable.
    private static let patience = Duration.seconds(5)

    private let writers = Mutex<[UploadID: Writer]>([:])

    /// Registers a writer whose request has acquired an upload. Each `begin` needs an `end`. Of two writers, the one that
    /// acquired the upload later continues, whichever begins first.
    func begin(_ upload: Upload) -> Writer {
        let writer = Writer(upload)
        let older = writers.withLock { writers in
            guard let other = writers[upload.id] else {
                writers[upload.id] = writer
                return nil as Writer?
            }
            if other.isNewer(than: writer) { return writer }
            writers[upload.id] = writer
            return other
        }
        older?.stop.send()
        return writer
    }

    func end(_ upload: UploadID, _ writer: Writer) {
        writers.withLock { writers in
            if writers[upload] === writer { writers[upload] = nil }
        }
        writer.ended.send()
    }

    /// Stops the current writer. Returns after its end, or after a time-out: then the epoch stops it. The caller has
    /// checked the permission. Of several requests at one offset, the first one with bytes wins: stopping it would move
    /// the upload beyond that offset, and neither could continue.
    ///
    /// - Returns: Whether there was a writer.
    /// - Throws: ``Problem`` 409 if that one already receives the bytes from `offset` on.
    @discardableResult
    func stop(_ upload: UploadID, unlessSendingFrom offset: Int? = nil) async throws(Problem) -> Bool {
        guard let writer = writers.withLock({ $0[upload] }) else { return false }
        if writer.offset == offset, !writer.makesWay() { throw .isBeingSent }
        writer.stop.send()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await writer.ended.wait() }
            group.addTask { try? await SystemTime().sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
        return true
    }
}
