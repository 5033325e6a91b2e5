import Shared

/// A form with files (RFC 7578), written to a file without a name. Its memory does not depend on the sizes of the files.
struct FormFile: ~Copyable {
    private let file: OpenFile
    private let boundary: String
    private var length: Int64 = 0

    init() throws(IntakeClientError) {
        do throws(SystemFault) {
            file = try SystemFiles.makeNameless()
        } catch {
            throw Self.failure("A temporary file cannot be made", .fileUnwritable, error)
        }
        // Of 190 random bits: that it occurs in a file is not to be expected.
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        boundary = String((0..<32).map { _ in alphabet.randomElement() ?? "x" })
    }

    var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

    mutating func add(_ name: String, _ value: String) throws(IntakeClientError) {
        try write(Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8))
    }

    mutating func add(_ name: String, _ file: UploadFile) throws(IntakeClientError) {
        let fileName = file.fileExtension.map { "file.\($0)" } ?? "file"
        try write(
            Array(
                """
                --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(fileName)"\r
                Content-Type: \((file.mediaType ?? .octetStream).essence)\r\n\r\n
                """.utf8))
        var offset: Int64 = 0
        while offset < file.length {
            let piece = try file.read(at: offset, count: min(256 * 1024, Int(file.length - offset)))
            guard !piece.isEmpty else {
                throw IntakeClientError(code: .fileUnreadable, description: "The file has become shorter while it was read.")
            }
            try write(piece)
            offset += Int64(piece.count)
        }
        try write(Array("\r\n".utf8))
    }

    /// The whole form.
    consuming func finish() throws(IntakeClientError) -> UploadFile {
        try write(Array("--\(boundary)--\r\n".utf8))
        return UploadFile(owning: file, length: length)
    }

    private mutating func write(_ bytes: [UInt8]) throws(IntakeClientError) {
        do throws(SystemFault) {
            try file.write(bytes)
        } catch {
            throw Self.failure("The form cannot be written", .fileUnwritable, error)
        }
        length += Int64(bytes.count)
    }

    private static func failure(_ what: String, _ code: IntakeClientError.Code, _ fault: SystemFault) -> IntakeClientError {
        IntakeClientError(code: code, description: "\(what): \(fault.reason).", detail: "errno \(fault.number)")
    }
}
