/// The fault of a server's certificate.
enum CertificateVerdict: Sendable, Hashable, CustomStringConvertible {
    case expired, notYetValid, selfSigned, revoked
    /// It is trusted, but belongs to another server.
    case otherName
    case untrusted

    /// From OpenSSL's number (`X509_V_ERR_…`). 0 and 1 mean that the certificate is sound and lacks the server's name:
    /// libcurl compares the name itself, before it asks for a number, whose initial value is 1.
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
