import Synchronization

/// A body that is in memory.
final class StoredBody: RequestBodySource {
    private let pieces: Mutex<ArraySlice<[UInt8]>>

    init(_ pieces: [[UInt8]]) { self.pieces = Mutex(pieces[...]) }

    func next() async throws -> [UInt8]? { pieces.withLock { $0.popFirst() } }
}
