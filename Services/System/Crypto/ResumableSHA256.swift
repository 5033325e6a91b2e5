import CLibcrypto

/// SHA-256 (FIPS 180-4) whose state can be stored and resumed, by another process too. Files that grow over several
/// requests need it.
public struct ResumableSHA256: Sendable {
    private var context = SHA256_CTX()

    public init() { SHA256_Init(&context) }

    /// Resumes from `state`. Nil if the bytes are not such a state.
    public init?(state: [UInt8]) {
        guard state.count >= Self.fixedLength, state[0] == Self.version else { return nil }
        let words = (0..<8).map { word in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(state[1 + word * 4 + $1]) } }
        let count = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(state[33 + $1]) }
        let pending = state[Self.fixedLength...]
        guard pending.count == Int(count % 64), count <= UInt64.max / 8 else { return nil }
        SHA256_Init(&context)
        context.h = (words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7])
        let bits = (count - UInt64(pending.count)) * 8
        context.Nl = UInt32(truncatingIfNeeded: bits)
        context.Nh = UInt32(truncatingIfNeeded: bits >> 32)
        // What does not fill a block is simply fed again.
        update(pending)
    }

    /// Bytes fed so far.
    public var count: Int { Int((UInt64(context.Nh) << 32 | UInt64(context.Nl)) / 8) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) { SHA256_Update(&context, bytes.baseAddress, bytes.count) }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    public mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

    /// The digest of the bytes so far; more can follow.
    public var digest: [UInt8] {
        var copy = context
        var result = [UInt8](repeating: 0, count: DigestAlgorithm.sha256.length)
        SHA256_Final(&result, &copy)
        return result
    }

    /// The input of ``init(state:)``: a version, the eight words, the count, and the bytes of the last, incomplete block.
    public var state: [UInt8] {
        let h = context.h
        var state: [UInt8] = [Self.version]
        for word in [h.0, h.1, h.2, h.3, h.4, h.5, h.6, h.7] {
            for shift in stride(from: UInt32(24), through: 0, by: -8) { state.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        let count = UInt64(count)
        for shift in stride(from: UInt64(56), through: 0, by: -8) { state.append(UInt8(truncatingIfNeeded: count >> shift)) }
        withUnsafeBytes(of: context.data) { state.append(contentsOf: $0.prefix(Int(count % 64))) }
        return state
    }

    private static let version: UInt8 = 1
    private static let fixedLength = 1 + 32 + 8
}
