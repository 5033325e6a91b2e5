import CJail
import Glibc

/// An anonymous file in memory, closed with its owner.
final class MemoryFile: Sendable {
    let descriptor: CInt

    init(name: String) throws(JailError) {
        descriptor = docket_jail_memory_file(name)
        guard descriptor >= 0 else { throw .unavailable(detail: "memfd_create: errno \(errno)") }
    }

    convenience init(name: String, holding bytes: [UInt8]) throws(JailError) {
        try self.init(name: name)
        try append(bytes)
        seal()
    }

    deinit {
        close(descriptor)
    }

    func append(_ bytes: [UInt8]) throws(JailError) {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset) }
            if written < 0 {
                if errno == EINTR { continue }
                throw .unavailable(detail: "write to memory: errno \(errno)")
            }
            offset += written
        }
    }

    /// Prevents any further change, by any holder of a descriptor.
    func seal() {
        _ = docket_jail_seal(descriptor)
    }

    func read(at offset: Int, maximum: Int) throws(JailError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, initialised in
                count = pread(descriptor, buffer.baseAddress, maximum, off_t(offset))
                initialised = max(count, 0)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else { throw .unavailable(detail: "read from memory: errno \(errno)") }
        }
    }
}
