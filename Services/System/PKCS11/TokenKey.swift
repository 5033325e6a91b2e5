public import Configuration

/// A key in a token, and how the token is entered, as a process's variables name them.
public struct TokenKey: Sendable {
    public let uri: TokenURI
    public let token: TokenConfiguration

    public init(uri: TokenURI, token: TokenConfiguration) { (self.uri, self.token) = (uri, token) }

    /// Nil where `variable` names no usable key. One that is not set is a fault where another setting needs it.
    public init?(
        reading reader: inout ConfigurationReader, _ variable: String, _ kind: TokenKeyKind, _ help: String,
        neededBy setting: String? = nil
    ) {
        let text = reader.optionalString(variable, help)
        let token = TokenConfiguration(reading: &reader, neededBy: text == nil ? nil : variable)
        guard let text else {
            if let setting { reader.fault(variable, "is not set; \(setting) needs it") }
            return nil
        }
        do throws(TokenURI.Unusable) {
            let uri = try TokenURI(text, kind)
            guard let token else { return nil }
            self.init(uri: uri, token: token)
        } catch {
            reader.fault(variable, error.problem)
            return nil
        }
    }
}

/// How a process enters the tokens of a maker.
public struct TokenConfiguration: Sendable {
    static let moduleVariable = "PKCS11_MODULE"
    static let pinVariable = "PKCS11_PIN_FILE"

    /// The absolute path of the module's library.
    public let module: String
    /// The file is read for each call, so the PIN may be changed.
    public let pinFile: String

    public init(module: String, pinFile: String) { (self.module, self.pinFile) = (module, pinFile) }

    /// Nil where it cannot be used, which is a fault where a variable needs it.
    init?(reading reader: inout ConfigurationReader, neededBy variable: String?) {
        let module = reader.optionalString(
            Self.moduleVariable, "The library of the token's maker, such as /usr/lib/softhsm/libsofthsm2.so")
        let pinFile = reader.optionalString(
            Self.pinVariable, "File with the PIN of the token's user; it is read for each use")
        guard let variable else { return nil }
        if module == nil { reader.fault(Self.moduleVariable, "is not set; \(variable) needs it") }
        if let module, !module.utf8.starts(with: "/".utf8) { reader.fault(Self.moduleVariable, "is no absolute path") }
        if pinFile == nil { reader.fault(Self.pinVariable, "is not set; \(variable) needs it") }
        if let pinFile {
            do throws(SmallFile.Unusable) { _ = try PINFile.read(pinFile) } catch {
                reader.fault(Self.pinVariable, "is “\(pinFile)”; \(error.problem)")
            }
        }
        guard let module, let pinFile else { return nil }
        self.init(module: module, pinFile: pinFile)
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
