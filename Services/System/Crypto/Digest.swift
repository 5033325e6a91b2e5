import CLibcrypto

/// A hash function.
public enum DigestAlgorithm: String, Sendable, CaseIterable {
    case sha256
    case sha512
    /// Only for names (UUID version 5) and old protocols: it is not secure against attackers.
    case sha1

    /// The length of a digest in bytes.
    public var length: Int {
        switch self {
        case .sha256: 32
        case .sha512: 64
        case .sha1: 20
        }
    }

    fileprivate var function: OpaquePointer? {
        switch self {
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        case .sha1: EVP_sha1()
        }
    }
}

/// A digest in progress: feed it bytes as they arrive, then take the result.
///
/// It has one owner and can be sent to another thread.
// The context has one owner, which the type system holds to (~Copyable), and libcrypto's contexts know no thread: whoever
// has the value has it alone, so sending it is sound.
public struct Digest: ~Copyable, @unchecked Sendable {
    public let algorithm: DigestAlgorithm
    private let context: OpaquePointer

    public init(_ algorithm: DigestAlgorithm = .sha256) {
        self.algorithm = algorithm
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, algorithm.function, nil) == 1 else {
            preconditionFailure("libcrypto cannot begin a \(algorithm.rawValue) digest: out of memory")
        }
        self.context = context
    }

    private init(_ algorithm: DigestAlgorithm, adopting context: OpaquePointer) {
        self.algorithm = algorithm
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Fails only on a context that has been finalized, which consuming it rules out.
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    public mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

    /// The digest of all bytes fed.
    public consuming func finalize() -> [UInt8] {
        var result = [UInt8](repeating: 0, count: algorithm.length)
        EVP_DigestFinal_ex(context, &result, nil)
        return result
    }

    /// The digest of the bytes so far; more can follow.
    public func snapshot() -> [UInt8] { copy().finalize() }

    private func copy() -> Digest {
        guard let copied = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copied, context) == 1 else {
            preconditionFailure("libcrypto cannot copy a \(algorithm.rawValue) digest: out of memory")
        }
        return Digest(algorithm, adopting: copied)
    }

    /// The digest of complete bytes.
    public static func hash(_ bytes: [UInt8], _ algorithm: DigestAlgorithm = .sha256) -> [UInt8] {
        var digest = Digest(algorithm)
        digest.update(bytes)
        return digest.finalize()
    }
}

/// SHA-256 (FIPS 180-4) of complete bytes.
public enum SHA256 {
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { Digest.hash(bytes, .sha256) }
    public static func hash(_ text: String) -> [UInt8] { hash(Array(text.utf8)) }
}
