/// What was found wrong with a server's certificate.
enum CertificateVerdict: Sendable, Hashable, CustomStringConvertible {
    case expired, notYetValid, selfSigned, revoked
    /// It is trusted, and another server's.
    case otherName
    case untrusted

    /// From OpenSSL's number (`X509_V_ERR_…`). libcurl compares the name itself and before it asks for a number: none, or the
    /// unspecified one that it begins with, is a certificate that is sound and has not the server's name.
    init(rawValue: Int) {
        switch rawValue {
        case 0, 1: self = .otherName
        case 9: self = .notYetValid
        case 10: self = .expired
        case 18, 19: self = .selfSigned
        case 23: self = .revoked
        default: self = .untrusted
        }
    }

    var description: String {
        switch self {
        case .expired: "the server's certificate has expired"
        case .notYetValid: "the server's certificate is not valid yet"
        case .selfSigned: "the server's certificate is not trusted: it is signed by itself"
        case .revoked: "the server's certificate was revoked"
        case .otherName: "the server's certificate is not for its name"
        case .untrusted: "the server's certificate is not trusted"
        }
    }
}
