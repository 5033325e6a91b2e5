import Synchronization

/// Shares the bytes of request bodies that a server should hold among the requests being read. A few get large pieces,
/// many get small ones, though never less than `smallest` bytes: with very many the total is exceeded.
final class ReadBudget: Sendable {
    static let smallest = 4 * 1024
    static let largest = 256 * 1024

    private let total: Int
    private let readers = Atomic(0)

    init(total: Int) { self.total = total }

    func begin() { readers.add(1, ordering: .relaxed) }
    func end() { readers.subtract(1, ordering: .relaxed) }

    /// The bytes of one read.
    var piece: Int {
        let fair = total / max(1, readers.load(ordering: .relaxed))
        return min(max(fair, Self.smallest), Self.largest)
    }
}
