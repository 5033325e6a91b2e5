import EventLoop
import Glibc

extension OwnedDescriptor {
    /// Writes all of the bytes at an offset of the file. The file's own offset stays where it is. It blocks; `path` is for the error.
    func write(_ bytes: [UInt8], at offset: Int, path: String) throws(BlobError) {
        var done = 0
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes {
                pwrite(number, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset + done))
            }
            if wrote > 0 {
                done += wrote
            } else if errno != EINTR {
                throw BlobError("write", path: path)
            }
        }
    }
}
