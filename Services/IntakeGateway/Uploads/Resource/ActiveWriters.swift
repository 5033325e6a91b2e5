import Domain
import EventLoop
import HTTPServer
import Shared
import Synchronization

/// The uploads that this process writes to at this moment, so that a newer request can end an older one at once and keep every
/// byte that it has taken. Writers in other processes are stopped by their epoch.
final class ActiveWriters: Sendable {
    /// One request that writes.
    final class Writer: Sendable {
        /// Where in the file it began.
        let offset: Int
        private let epoch: Int64
        /// Sent when it has to end.
        let stop = AsyncSignal<Void>()
        fileprivate let ended = AsyncSignal<Void>()
        private enum Turn { case waiting, receiving, passed }
        private let turn = Mutex(Turn.waiting)

        fileprivate init(_ upload: Upload) { (offset, epoch) = (upload.offset, upload.epoch) }

        fileprivate func isNewer(than other: Writer) -> Bool { epoch > other.epoch }

        /// Bytes have come. False when it has made way for another before.
        func receives() -> Bool {
            turn.withLock { turn in
                if turn == .waiting { turn = .receiving }
                return turn == .receiving
            }
        }

        /// Nobody waits for its answer any more: whoever comes takes its place.
        func leaves() { turn.withLock { $0 = .passed } }

        /// Makes way, as long as no byte has come.
        fileprivate func makesWay() -> Bool {
            turn.withLock { turn in
                if turn == .waiting { turn = .passed }
                return turn == .passed
            }
        }
    }

    /// How long an older request may take to make durable what it has.
    private static let patience = Duration.seconds(5)

    private let writers = Mutex<[UploadID: Writer]>([:])

    /// Registers a writer of an upload that its request has acquired. Whoever begins also ends. Of two, the one that acquired it
    /// later goes on, whichever of them begins first.
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

    /// Stops the writer that there is, and returns when it has ended, or has taken too long: then its epoch stops it.
    /// The caller's right to do so has been checked. Of several requests that begin at one offset, the one whose bytes come wins: who
    /// stopped it would find the upload behind that offset, and neither could go on.
    ///
    /// - Returns: whether there was one.
    /// - Throws: ``Problem`` 409 where that one takes the bytes from `offset` on already.
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
