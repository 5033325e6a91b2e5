import Glibc

extension ConfigurationReader {
    /// A secret from `NAME`, or from the file that `NAME_FILE` names (as container platforms mount them), whose last line
    /// break is dropped. At most 64 KiB of UTF-8.
    public mutating func secret(_ name: String, default fallback: String? = nil, _ help: String) -> Secret {
        document(name, allowed: Self.allowed, defaultValue: nil, required: fallback == nil, secret: true, help: help)
        if let found = found(name) { return found }
        if fallback == nil { fault(name, "is not set, nor is \(name)_FILE") }
        return Secret(fallback ?? "")
    }

    /// The same, or nil when neither variable is set.
    public mutating func optionalSecret(_ name: String, _ help: String) -> Secret? {
        document(name, allowed: Self.allowed, defaultValue: nil, required: false, secret: true, help: help)
        return found(name)
    }

    private static let allowed = "a secret"

    /// The secret, an empty one when it is at fault, or nil when it is not set.
    private mutating func found(_ name: String) -> Secret? {
        let path = text("\(name)_FILE")
        guard let path else { return text(name).map(Secret.init) }
        guard text(name) == nil else {
            fault(name, "is set beside \(name)_FILE; set one of them")
            return Secret("")
        }
        do {
            return try Secret(SecretFile.read(path))
        } catch {
            fault("\(name)_FILE", "is \(quoted(path)); \(error.problem)")
            return Secret("")
        }
    }
}

private enum SecretFile {
    static let maximumBytes = 65_536

    struct Unusable: Error { let problem: String }

    static func read(_ path: String) throws(Unusable) -> String {
        // Non-blocking, so that a path to a pipe without a writer cannot hold up the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Unusable(problem: "the file cannot be opened (\(systemMessage()))") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Unusable(problem: "the file cannot be read (\(systemMessage()))") }
            if got == 0 { break }
            count += got
        }
        guard count <= maximumBytes else { throw Unusable(problem: "the file is larger than 64 KiB") }
        guard var text = String(validating: bytes.prefix(count), as: UTF8.self) else {
            throw Unusable(problem: "the file is not UTF-8 text")
        }
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        guard !text.isEmpty else { throw Unusable(problem: "the file is empty") }
        return text
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}
