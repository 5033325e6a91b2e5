import CLibcrypto

/// The bytes of a key, in memory that is overwritten before it is freed. Printing it shows none of them.
// The bytes are written once, before anybody else has the object, and only read until it ends: reading from several threads is sound.
public final class SecretBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    public var count: Int { memory.count }

    /// Copies bytes; the caller has to clear the source.
    public convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        // One byte more, so that there is an address for nothing, too.
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1, alignment: 16)
        memory = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        fill(memory)
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Random bytes.
    public static func random(_ count: Int) -> SecretBytes {
        SecretBytes(count: count) { memory in
            let filled = RAND_bytes(memory.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(clamping: count))
            precondition(filled == 1, "the system gives no random bytes")
        }
    }

    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try body(UnsafeRawBufferPointer(memory))
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    public var description: String { "[secret]" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// Copies bytes and overwrites the source, unless it is shared.
    public convenience init(consuming bytes: consuming [UInt8]) {
        var own = bytes
        self.init(count: own.count) { $0.copyBytes(from: own) }
        OPENSSL_cleanse(&own, own.count)
    }

    /// HMAC-SHA256 (RFC 2104) with this key.
    public func authenticationCode(of message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: DigestAlgorithm.sha256.length)
        withBytes { key in
            _ = HMAC(EVP_sha256(), key.baseAddress, CInt(clamping: key.count), message, message.count, &code, nil)
        }
        return code
    }

    /// Whether both are the same bytes. Takes as long whatever they are.
    public func isSame(as other: SecretBytes) -> Bool {
        count == other.count
            && withBytes { own in other.withBytes { CRYPTO_memcmp(own.baseAddress, $0.baseAddress, own.count) == 0 } }
    }

    /// The bytes as base64, for a server that takes a key in no other form. This copy is not overwritten.
    public var base64: String { withBytes { Base64.encode($0) } }
}
