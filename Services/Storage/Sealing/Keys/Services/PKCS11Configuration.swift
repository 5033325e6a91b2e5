import Configuration
import PKCS11

/// Where the token with the installation's key is, and how it is entered.
struct PKCS11Configuration: Sendable {
    static let keyVariable = "DOCKET_SEALING_PKCS11_KEY"

    let key: TokenURI
    /// The absolute path of the module's library.
    let module: String
    /// The file is read for each call, so the PIN may be changed.
    let pinFile: String

    init(key: TokenURI, module: String, pinFile: String) { (self.key, self.module, self.pinFile) = (key, module, pinFile) }

    /// Nil where no usable key in a token is named. `isChosen`: there has to be one.
    init?(reading reader: inout ConfigurationReader, isChosen: Bool) {
        let key = reader.optionalString(
            Self.keyVariable,
            "AES key in a token that wraps the tenants' keys, as a URI (RFC 7512): pkcs11:token=docket;object=main-2026")
        let module = reader.optionalString(
            "PKCS11_MODULE", "The library of the token's maker, such as /usr/lib/softhsm/libsofthsm2.so")
        let pinFile = reader.optionalString("PKCS11_PIN_FILE", "File with the PIN of the token's user; it is read for each use")
        guard let key else {
            if isChosen { reader.fault(Self.keyVariable, "is not set; DOCKET_SEALING_PROVIDER=pkcs11 needs it") }
            return nil
        }
        var uri: TokenURI?
        do throws(TokenURI.Unusable) { uri = try TokenURI(key) } catch { reader.fault(Self.keyVariable, error.problem) }
        if module == nil { reader.fault("PKCS11_MODULE", "is not set; \(Self.keyVariable) needs it") }
        if let module, !module.utf8.starts(with: "/".utf8) { reader.fault("PKCS11_MODULE", "is no absolute path") }
        if pinFile == nil { reader.fault("PKCS11_PIN_FILE", "is not set; \(Self.keyVariable) needs it") }
        if let pinFile {
            do throws(SmallFile.Unusable) { _ = try PINFile.read(pinFile) } catch {
                reader.fault("PKCS11_PIN_FILE", "is “\(pinFile)”; \(error.problem)")
            }
        }
        guard let uri, let module, let pinFile else { return nil }
        (self.key, self.module, self.pinFile) = (uri, module, pinFile)
    }
}

/// The PIN of a token's user in a file.
enum PINFile {
    private static let maximumBytes = 1024

    /// Reads a file that not everybody may read; this blocks. A line break at its end is dropped.
    static func read(_ path: String) throws(SmallFile.Unusable) -> String {
        var bytes = try SmallFile.bytes(of: path, atMost: maximumBytes, isPrivate: true)[...]
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let pin = String(validating: bytes, as: UTF8.self), !pin.isEmpty else {
            throw SmallFile.Unusable(problem: bytes.isEmpty ? "the file is empty" : "what is in the file is not UTF-8 text")
        }
        return pin
    }
}
