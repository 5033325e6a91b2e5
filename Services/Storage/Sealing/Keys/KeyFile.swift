import Configuration
public import Crypto
public import Shared

/// A key provider for installations without a key service: a file of named 256-bit keys that only its owner and group may
/// read.
///
/// A line is a name and 32 bytes in base64 (`openssl rand -base64 32`), separated by a blank. Empty lines and lines that
/// begin with `#` are skipped. The first key wraps; the others only unwrap.
public struct KeyFile: KeyProvider {
    /// What is wrong with a file, in words that follow its variable's name.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    private struct Named: Sendable {
        let name: String
        let key: SecretBytes
    }

    private let keys: [Named]
    public var current: String { keys[0].name }

    private static let maximumBytes = 65_536
    private static let maximumKeys = 100
    private static let maximumName = 64

    /// Reads a file; this blocks.
    public init(at path: String) throws(Fault) {
        let bytes: [UInt8]
        do throws(SmallFile.Unusable) {
            bytes = try SmallFile.bytes(of: path, atMost: Self.maximumBytes, isPrivate: true)
        } catch {
            throw Fault(description: "is “\(path)”; \(error.problem)")
        }
        try self.init(parsing: bytes)
    }

    /// Parses the file's bytes.
    public init(parsing bytes: [UInt8]) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault(description: "is not UTF-8 text") }
        var keys: [Named] = []
        for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let words = Substring(line).utf8.split { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
            guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
            let place = "its line \(index + 1)"
            guard words.count == 2, Self.isName(first) else {
                throw Fault(
                    description: """
                        is not a file of keys: \(place) is not a name of letters, digits, “-”, “_” and “.”, and a key \
                        (`openssl rand -base64 32` makes one)
                        """)
            }
            guard let key = Base64.decode(Substring(words[1])), key.count == AES256GCM.keyLength else {
                throw Fault(description: "is not a file of keys: \(place) does not end with 32 bytes in base64")
            }
            let name = String(Substring(first))
            guard !keys.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw Fault(description: "names the key “\(name)” twice")
            }
            keys.append(Named(name: name, key: SecretBytes(consuming: key)))
        }
        guard !keys.isEmpty else { throw Fault(description: "has no key in it") }
        guard keys.count <= Self.maximumKeys else {
            throw Fault(description: "has \(keys.count) keys; at most \(Self.maximumKeys) are read")
        }
        self.keys = keys
    }

    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
        bytes.count <= maximumName && bytes.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }

    // MARK: - KeyProvider

    /// A name without a colon: names of other providers begin with what they are.
    public func owns(_ name: String) -> Bool { !name.utf8.contains(UInt8(ascii: ":")) }

    public func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        do {
            return WrappedKey(by: current, bytes: try AES256GCM.wrap(key, by: keys[0].key, context: Self.context(tenant)))
        } catch {
            throw SealingError(.unavailable, "a key cannot be wrapped: \(error.description)")
        }
    }

    public func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        guard let named = keys.first(where: { $0.name.utf8.elementsEqual(wrapped.by.utf8) }) else {
            throw SealingError(.unknownKey, "DOCKET_SEALING_KEYS has no key “\(wrapped.by)”")
        }
        guard let opened = AES256GCM.unwrap(wrapped.bytes, by: named.key, context: Self.context(tenant)) else {
            throw SealingError(.unknownKey, "the key “\(named.name)” of DOCKET_SEALING_KEYS is not the one that has wrapped this")
        }
        return opened
    }

    private static func context(_ tenant: TenantID) -> [UInt8] { Array("docket key of the tenant \(tenant)".utf8) }

    /// The text of a file with one new key of that name.
    public static func text(name: String) -> String {
        """
        # Keys of this installation: without them nothing that it has sealed can be read. Keep a copy where its backups are not.
        # The first wraps from now on; keys of before stay behind it.
        \(name) \(Base64.encode(SecureRandom.bytes(AES256GCM.keyLength)))

        """
    }
}
