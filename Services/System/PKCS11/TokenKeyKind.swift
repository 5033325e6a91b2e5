import CP11Kit

/// What a key in a token is.
public enum TokenKeyKind: Sendable, Hashable {
    /// An AES key, which wraps others.
    case aes
    /// The private half of a key over an elliptic curve, which signs.
    case ellipticCurve

    var objectClass: CK_OBJECT_CLASS {
        switch self {
        case .aes: CKO_SECRET_KEY
        case .ellipticCurve: CKO_PRIVATE_KEY
        }
    }

    var type: CK_KEY_TYPE {
        switch self {
        case .aes: CKK_AES
        case .ellipticCurve: CKK_EC
        }
    }

    /// In words that follow “no such” and, with an “s”, “several such”.
    var words: String {
        switch self {
        case .aes: "AES key"
        case .ellipticCurve: "private key over an elliptic curve"
        }
    }

    /// As a URI would have it by `type`.
    var className: String {
        switch self {
        case .aes: "secret"
        case .ellipticCurve: "private"
        }
    }
}
