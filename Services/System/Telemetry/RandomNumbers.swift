import Glibc
import Synchronization

/// Random numbers of the system, read in batches: a system call for each id would cost more than the rest of a small
/// request.
enum RandomNumbers {
    /// 256 bytes, the most that `getentropy` gives.
    private static let batch = 32
    private static let left = Mutex<[UInt64]>([])

    static func next() -> UInt64 {
        left.withLock { left in
            if let number = left.popLast() { return number }
            left = fetch()
            return left.popLast() ?? .random(in: .min ... .max)
        }
    }

    static func nextNonZero() -> UInt64 {
        while true {
            let number = next()
            if number != 0 { return number }
        }
    }

    private static func fetch() -> [UInt64] {
        [UInt64](unsafeUninitializedCapacity: batch) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = getentropy(start, batch * MemoryLayout<UInt64>.size) == 0 ? batch : 0
        }
    }
}
