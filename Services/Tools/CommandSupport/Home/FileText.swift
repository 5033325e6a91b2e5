package import Glibc

/// Small text files, read and written as a whole.
package enum FileText {
    /// Nil if the file does not exist or cannot be read. Larger files are truncated.
    package static func read(_ path: String, limit: Int = 65_536) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    package static func bytes(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Hands the rest of an open file on, piece by piece.
    package static func read(
        _ descriptor: CInt, of path: String, _ take: (ArraySlice<UInt8>) -> Void
    ) throws(CommandFailure) {
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path) }
            if count == 0 { return }
            take(chunk[..<count])
        }
    }

    /// The end of a file that may be large.
    package static func readEnd(_ path: String, bytes limit: Int = 8_192) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, limit, max(0, size - limit))
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// The last line of a program's output, truncated for a message.
    package static func lastLine(_ path: String) -> String? {
        let lines = readEnd(path)?.split(whereSeparator: \.isNewline)
        return lines?.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(400)) }
    }

    /// Replaces the file atomically: a reader sees the old or the new text. Only the owner may read it.
    package static func replace(_ path: String, with text: String) throws(CommandFailure) {
        try write(path, bytes: Array(text.utf8))
    }

    package static func write(_ path: String, bytes: [UInt8], mode: mode_t = 0o600) throws(CommandFailure) {
        let temporary = "\(path).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .cannotCreate(temporary) }
        defer { close(descriptor) }
        try append(bytes, to: descriptor, of: temporary)
        guard rename(temporary, path) == 0 else { throw .cannotCreate(path) }
    }

    /// Writes all bytes to an open file.
    package static func append(_ bytes: [UInt8], to descriptor: CInt, of path: String) throws(CommandFailure) {
        guard writeAll(bytes, to: descriptor) else { throw .cannotCreate(path) }
    }

    /// Writes all bytes to an open file. False if it takes no more; `errno` says why.
    package static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

extension CommandFailure {
    /// Uses `errno`: call it directly after the failed call.
    package static func cannotCreate(_ path: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure(.cannotCreate, "cannot write \(path): \(reason)", advice: "Choose another folder with --home.")
    }

    /// Uses `errno`: call it directly after the failed call.
    package static func cannotRead(_ path: String, advice: String? = nil) -> CommandFailure {
        CommandFailure(.notFound, "\(path) cannot be read: \(String(cString: strerror(errno)))", advice: advice)
    }
}
