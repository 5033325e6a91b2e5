import Crypto
import Synchronization

/// A digest that is updated between suspensions.
final class DigestBox: Sendable {
    private let digest: Mutex<Digest>

    init(_ algorithm: DigestAlgorithm) { digest = Mutex(Digest(algorithm)) }

    func update(_ bytes: [UInt8]) { digest.withLock { $0.update(bytes) } }

    var result: [UInt8] { digest.withLock { $0.snapshot() } }
}
