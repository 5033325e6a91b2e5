/// Plans the assembly of an object from pieces: S3 copies some of them, and others must be joined here first, since only
/// the last part may be small. It is pure.
struct AssemblyPlan: Equatable {
    enum Part: Equatable {
        case copied(Int)
        case joined(Range<Int>)
    }

    /// S3's minimum, in bytes.
    static let smallestPart = 5 * 1024 * 1024

    /// The indices of the pieces, in order, each once.
    let parts: [Part]

    /// For pieces of these sizes, in bytes. All pieces are joined at once if their total is less than `whole`.
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
