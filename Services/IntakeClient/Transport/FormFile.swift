import Glibc
import Shared

/// A form with files (RFC 7578), gathered in a file that has no name: what it takes does not depend on how large its files are.
struct FormFile: ~Copyable {
    private let descriptor: CInt
    private let boundary: String
    private var length: Int64 = 0
    private var isHandedOver = false

    init() throws(IntakeClientError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/docket-form-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure("A file in \(folder) cannot be made", .fileUnwritable) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        // Of 190 random bits: that it occurs in a file is not to be expected.
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        boundary = String((0..<32).map { _ in alphabet.randomElement() ?? "x" })
    }

    deinit {
        if !isHandedOver { close(descriptor) }
    }

    var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

    mutating func add(_ name: String, _ value: String) throws(IntakeClientError) {
        try write(Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)[...])
    }

    mutating func add(_ name: String, _ file: UploadFile) throws(IntakeClientError) {
        let fileName = file.fileExtension.map { "file.\($0)" } ?? "file"
        try write(
            Array(
                """
                --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(fileName)"\r
                Content-Type: \((file.mediaType ?? .octetStream).essence)\r\n\r\n
                """.utf8)[...])
        var offset: off_t = 0
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        while offset < file.length {
            let count = pread(file.descriptor, &piece, min(piece.count, Int(file.length - Int64(offset))), offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("The file cannot be read", .fileUnreadable) }
            guard count > 0 else {
                throw IntakeClientError(code: .fileUnreadable, description: "The file has become shorter while it was read.")
            }
            try write(piece[..<count])
            offset += off_t(count)
        }
        try write(Array("\r\n".utf8)[...])
    }

    /// The whole form, to be sent.
    consuming func finish() throws(IntakeClientError) -> UploadFile {
        try write(Array("--\(boundary)--\r\n".utf8)[...])
        isHandedOver = true
        return UploadFile(owning: descriptor, length: length)
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) throws(IntakeClientError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure("The form cannot be written", .fileUnwritable) }
            rest = rest.dropFirst(written)
            length += Int64(written)
        }
    }

    private static func failure(_ what: String, _ code: IntakeClientError.Code) -> IntakeClientError {
        let number = errno
        return IntakeClientError(
            code: code, description: "\(what): \(String(cString: strerror(number))).", detail: "errno \(number)")
    }
}
