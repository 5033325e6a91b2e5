import CQpdf

/// Checks whether compressed data are complete. The output is discarded, so it takes no memory.
struct Inflation {
    /// The number of output bytes to examine, in total. The rest is assumed complete.
    private var budget: Int
    private var scratch = [UInt8](repeating: 0, count: 64 * 1024)

    init(budget: Int = 4 << 30) {
        self.budget = budget
    }

    /// Whether data of zlib's format (RFC 1950) are complete.
    mutating func isWhole(_ bytes: [UInt8]) -> Bool {
        // Nothing is what some writers make of nothing.
        guard !bytes.isEmpty else { return true }
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return true }
        defer { inflateEnd(&stream) }
        // Nobody minds a checksum that is wrong or not there: a wrong one is found when all the rest is whole.
        var input = bytes + [0, 0, 0, 0]
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while budget > 0 {
                let outcome = scratch.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                budget -= scratch.count - Int(stream.avail_out)
                switch outcome {
                case Z_OK: continue
                case Z_STREAM_END: return true
                case Z_DATA_ERROR: return stream.msg.map { String(cString: $0) } == "incorrect data check"
                default: return false
                }
            }
            return true
        }
    }
}
