import Crypto
import Glibc
import HTTPClient

/// Nameless files for transfers. They vanish with the last descriptor, whatever happens to the process.
enum Spool {
    /// A descriptor for reading and writing, and a read-only one to give to others.
    static func make(in folder: String) throws(BlobError) -> (writing: CInt, reading: CInt) {
        let path = "\(folder)/docket-spool-\(getpid())-\(UInt64.random(in: .min ... .max))"
        let writing = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard writing >= 0 else { throw BlobError("create (DOCKET_SPOOL)", path: path) }
        let reading = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        let number = errno
        unlink(path)
        guard reading >= 0 else {
            close(writing)
            throw BlobError("open", path: folder, errno: number)
        }
        return (writing, reading)
    }
}

/// A range of an open file and its digest, as the body of a request. The sender keeps the file open.
struct SpooledBytes: Sendable {
    let descriptor: CInt
    let offset: Int
    let count: Int
    /// SHA-256.
    let digest: [UInt8]

    init(descriptor: CInt, offset: Int, count: Int, digest: [UInt8]) {
        (self.descriptor, self.offset, self.count, self.digest) = (descriptor, offset, count, digest)
    }

    /// Reads the range to digest it. Blocks.
    init(reading descriptor: CInt, offset: Int, count: Int) throws(BlobError) {
        var digest = Digest(.sha256)
        var (buffer, done) = ([UInt8](repeating: 0, count: 1 << 18), 0)
        while done < count {
            let got = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, min($0.count, count - done), off_t(offset + done))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw BlobError("read", path: "a file on its way to S3", errno: got < 0 ? errno : EIO) }
            digest.update(buffer[..<got])
            done += got
        }
        self.init(descriptor: descriptor, offset: offset, count: count, digest: digest.finalize())
    }

    var body: ClientRequest.Body {
        count == 0 ? .bytes([]) : .file(descriptor: descriptor, offset: Int64(offset), length: Int64(count))
    }
}

extension S3Request {
    mutating func setBody(_ bytes: [UInt8]) {
        body = .bytes(bytes)
        payloadDigest = SHA256.hash(bytes)
    }

    static func escaped(_ path: String) -> String { SignatureV4.escaped(path, keepsSlashes: true) }
}
