import Synchronization

/// A body that throws beyond a number of bytes.
final class LimitedBody: RequestBodySource {
    private let body: RequestBody
    private let limit: Int
    private let count = Atomic(0)

    init(_ body: RequestBody, limit: Int) {
        self.body = body
        self.limit = limit
    }

    func next() async throws -> [UInt8]? {
        guard let piece = try await body.next() else { return nil }
        guard count.add(piece.count, ordering: .relaxed).newValue <= limit else {
            throw RequestBodyError(.tooLarge, limit: limit)
        }
        return piece
    }
}
