import Configuration
import Shared

/// Where the transit engine of a HashiCorp Vault (or OpenBao) is, and its key for the installation.
struct VaultConfiguration: Sendable {
    static let keyVariable = "DOCKET_SEALING_VAULT_KEY"

    /// `http` or `https`, host and port, without a slash at its end.
    var address: String
    var namespace: String?
    /// The file is read for each request: agents write a new token into it before the last one ends.
    var tokenFile: String
    /// A PEM file of trusted certificates, instead of the system's.
    var certificateAuthorities: String?
    /// Mount and name of the key, as in `transit/docket`.
    var key: String

    /// Nil where no key of Vault's is named.
    init?(reading reader: inout ConfigurationReader) {
        let key = reader.optionalString(
            Self.keyVariable, "Key of Vault's transit engine that wraps the tenants' keys, with its mount: transit/docket")
        let address = reader.optionalString("VAULT_ADDR", "Vault, such as https://vault.example:8200")
        let namespace = reader.optionalString("VAULT_NAMESPACE", "The namespace in Vault")
        let tokenFile = reader.optionalString(
            "VAULT_TOKEN_FILE", "File with the token for Vault; it is read for each request, so it may be renewed")
        let certificates = reader.optionalString(
            "VAULT_CACERT", "Certificates (PEM) that Vault's is trusted by, instead of the system's")
        guard let key else { return nil }
        if !Self.isKey(key) {
            reader.fault(Self.keyVariable, "is no mount and name such as transit/docket: letters, digits, “-”, “_” and “.”")
        }
        if address == nil { reader.fault("VAULT_ADDR", "is not set; \(Self.keyVariable) needs it") }
        if tokenFile == nil { reader.fault("VAULT_TOKEN_FILE", "is not set; \(Self.keyVariable) needs it") }
        var server = address ?? ""
        if server.hasSuffix("/") { server.removeLast() }
        if address != nil, !AWSVariables.isEndpoint(server) {
            reader.fault("VAULT_ADDR", "is no address such as https://vault.example:8200, without path")
        }
        if let namespace, !namespace.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            reader.fault("VAULT_NAMESPACE", "has blanks, or letters outside of ASCII")
        }
        if let tokenFile {
            do throws(SmallFile.Unusable) {
                _ = try VaultToken.read(tokenFile)
            } catch {
                reader.fault("VAULT_TOKEN_FILE", "is “\(tokenFile)”; \(error.problem)")
            }
        }
        (self.address, self.namespace, self.tokenFile) = (server, namespace, tokenFile ?? "")
        (certificateAuthorities, self.key) = (certificates, key)
    }

    init(address: String, tokenFile: String, key: String, namespace: String? = nil) {
        (self.address, self.tokenFile, self.key, self.namespace) = (address, tokenFile, key, namespace)
    }

    /// Whether it is at least a mount and a name, of which none would be taken for another place of Vault's API.
    static func isKey(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count >= 2 && text.utf8.count <= 200
            && parts.allSatisfy { part in
                !part.isEmpty && part.contains { $0 != UInt8(ascii: ".") }
                    && part.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
            }
    }
}

/// A token for Vault in a file.
enum VaultToken {
    private static let maximumBytes = 16_384

    /// Reads a file; this blocks. Surrounding blanks and line breaks are dropped.
    static func read(_ path: String) throws(SmallFile.Unusable) -> String {
        var bytes = try SmallFile.bytes(of: path, atMost: maximumBytes)[...]
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        bytes = bytes.drop { $0 <= 0x20 }
        guard !bytes.isEmpty else { throw SmallFile.Unusable(problem: "the file is empty") }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw SmallFile.Unusable(problem: "what is in the file is no token")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
