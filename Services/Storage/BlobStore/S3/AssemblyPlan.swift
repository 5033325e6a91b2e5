/// How an object is put together of pieces: which of them S3 copies by itself, and which have to be joined here first, since no
/// part but the last may be small. Pure.
struct AssemblyPlan: Equatable {
    enum Part: Equatable {
        case copied(Int)
        case joined(Range<Int>)
    }

    /// Bytes; of S3.
    static let smallestPart = 5 * 1024 * 1024

    /// Of the pieces' numbers, in order, each once.
    let parts: [Part]

    /// Of pieces with these sizes, in bytes. What is smaller than `whole` altogether is joined at once.
    init(sizes: [Int], whole: Int) {
        guard sizes.count > 1, sizes.reduce(0, +) > whole else {
            parts = sizes.count == 1 ? [.copied(0)] : [.joined(sizes.indices)]
            return
        }
        var made: [Part] = []
        var (first, gathered) = (0, 0)
        for (index, size) in sizes.enumerated() {
            if gathered == 0, size >= Self.smallestPart {
                made.append(.copied(index))
                first = index + 1
                continue
            }
            gathered += size
            guard gathered >= Self.smallestPart else { continue }
            made.append(.joined(first..<index + 1))
            (first, gathered) = (index + 1, 0)
        }
        if first < sizes.count { made.append(sizes.count - first == 1 ? .copied(first) : .joined(first..<sizes.count)) }
        parts = made
    }
}
