/// A growing log without its leaves: its size, and the hashes of its full subtrees.
public struct LogFrontier: Sendable {
    public private(set) var size = 0
    /// The largest first, one for each set bit of the size.
    private var subtrees: [LogHash] = []

    public init() {}

    public mutating func append(_ leaf: LogHash) {
        var (hash, rest) = (leaf, size)
        while rest & 1 == 1, let left = subtrees.popLast() { (hash, rest) = (LogHash(left, hash), rest >> 1) }
        subtrees.append(hash)
        size += 1
    }

    public var root: LogHash {
        guard let last = subtrees.last else { return .empty }
        return subtrees.dropLast().reversed().reduce(last) { LogHash($1, $0) }
    }
}
