import Glibc

extension ConfigurationReader {
    /// A secret from `NAME`, or from the file that `NAME_FILE` names, as container platforms mount them. The file's last
    /// line break is dropped. At most 64 KiB of UTF-8.
    public mutating func secret(_ name: String, default fallback: String? = nil, _ help: String) -> Secret {
        document(name, allowed: Self.allowed, defaultValue: nil, required: fallback == nil, secret: true, help: help)
        if let found = found(name) { return found }
        if fallback == nil { fault(name, "is not set, nor is \(name)_FILE") }
        return Secret(fallback ?? "")
    }

    /// The same, or nil if neither variable is set.
    public mutating func optionalSecret(_ name: String, _ help: String) -> Secret? {
        documentSecret(name, help)
        return found(name)
    }

    /// Says that there is such a secret, without looking at it.
    mutating func documentSecret(_ name: String, _ help: String) {
        document(name, allowed: Self.allowed, defaultValue: nil, required: false, secret: true, help: help)
    }

    private static let allowed = "a secret"

    /// The secret; an empty one if it is at fault; nil if it is not set.
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

    static func read(_ path: String) throws(SmallFile.Unusable) -> String {
        let bytes = try SmallFile.bytes(of: path, atMost: maximumBytes)
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw SmallFile.Unusable(problem: "the file is not UTF-8 text")
        }
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        guard !text.isEmpty else { throw SmallFile.Unusable(problem: "the file is empty") }
        return text
    }
}
