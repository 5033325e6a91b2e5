import CP11Kit
import Glibc

/// The place of a key in a token, as a URI (RFC 7512): `pkcs11:token=docket;object=main-2026`.
public struct TokenURI: Sendable, Hashable {
    /// Why a text cannot be used, in words that follow its variable's name.
    public struct Unusable: Error, Sendable, Hashable {
        public let problem: String
    }

    /// In the order and with the escapes of p11-kit.
    public let text: String
    public let kind: TokenKeyKind

    /// - Throws: ``Unusable`` if it does not name a token and a key of it, or says more: a PIN or a module stand elsewhere.
    public init(_ text: String, _ kind: TokenKeyKind) throws(Unusable) {
        guard let uri = p11_kit_uri_new() else { throw Unusable(problem: "cannot be read: there is no memory") }
        defer { p11_kit_uri_free(uri) }
        let code = p11_kit_uri_parse(text, P11_KIT_URI_FOR_ANY, uri)
        guard code == P11_KIT_URI_OK.rawValue else {
            let why = p11_kit_uri_message(code).map { String(cString: $0) } ?? "code \(code)"
            throw Unusable(problem: "is no URI such as pkcs11:token=docket;object=main-2026 (RFC 7512): \(why)")
        }
        guard p11_kit_uri_get_pin_value(uri) == nil, p11_kit_uri_get_pin_source(uri) == nil else {
            throw Unusable(problem: "has a PIN in it, which belongs into a file")
        }
        guard p11_kit_uri_get_module_path(uri) == nil, p11_kit_uri_get_module_name(uri) == nil,
            p11_kit_uri_any_unrecognized(uri) == 0
        else { throw Unusable(problem: "says more than which token and which key: leave that out") }
        guard let token = p11_kit_uri_get_token_info(uri)?.pointee, token.label.0 != 0 || token.serialNumber.0 != 0 else {
            throw Unusable(problem: "names no token by `token` or `serial`")
        }
        guard p11_kit_uri_get_attribute(uri, CKA_LABEL) != nil || p11_kit_uri_get_attribute(uri, CKA_ID) != nil else {
            throw Unusable(problem: "names no key by `object` or `id`")
        }
        guard p11_kit_uri_get_attribute(uri, CKA_CLASS).map({ Self.is($0.pointee, kind.objectClass) }) ?? true else {
            throw Unusable(problem: "names something else than a \(kind.className) key by `type`")
        }
        var formatted: UnsafeMutablePointer<CChar>?
        guard p11_kit_uri_format(uri, P11_KIT_URI_FOR_OBJECT_ON_TOKEN, &formatted) == P11_KIT_URI_OK.rawValue, let formatted
        else {
            throw Unusable(problem: "cannot be written anew")
        }
        defer { free(formatted) }
        (self.text, self.kind) = (String(cString: formatted), kind)
    }

    private static func `is`(_ attribute: CK_ATTRIBUTE, _ wanted: CK_OBJECT_CLASS) -> Bool {
        attribute.ulValueLen == MemoryLayout<CK_OBJECT_CLASS>.size
            && attribute.pValue?.loadUnaligned(as: CK_OBJECT_CLASS.self) == wanted
    }

    /// Gives `body` the parsed URI.
    func withParsed<Value>(_ body: (OpaquePointer) throws(TokenError) -> Value) throws(TokenError) -> Value {
        guard let uri = p11_kit_uri_new() else { throw TokenError(.unavailable, "cannot be asked: there is no memory") }
        defer { p11_kit_uri_free(uri) }
        guard p11_kit_uri_parse(text, P11_KIT_URI_FOR_OBJECT_ON_TOKEN, uri) == P11_KIT_URI_OK.rawValue else {
            throw TokenError(.unavailable, "cannot be asked for “\(text)”")
        }
        return try body(uri)
    }
}
