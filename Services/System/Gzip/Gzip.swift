import CZlib

/// Compresses data that is made once and sent often (RFC 1952).
public enum Gzip {
    /// The bytes as one gzip member, at zlib's highest level; nil if memory runs out.
    public static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard docket_deflate_gzip(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(clamping: output.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return output.isEmpty ? nil : output
    }
}
