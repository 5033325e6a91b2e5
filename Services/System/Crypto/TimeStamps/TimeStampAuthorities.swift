import CLibcrypto

/// Trusted certificates of time-stamp authorities, from a PEM file. Each is trusted by itself, whatever its issuer.
/// Revocation is not checked.
public struct TimeStampAuthorities: Sendable {
    public static let maximumLength = 1 << 20
    private static let mostCertificates = 1_000

    private let pem: [UInt8]

    /// Throws if there is no certificate in it.
    public init(pem: [UInt8]) throws(CryptoError) {
        self.pem = pem
        ERR_clear_error()
        guard pem.count <= Self.maximumLength, let store = store(at: 0) else {
            throw .lastFailure("there is no certificate in PEM", code: .invalidKey)
        }
        X509_STORE_free(store)
    }

    /// The store of certificates for verification at a time; the caller frees it.
    func store(at seconds: Int64) -> OpaquePointer? {
        guard let store = X509_STORE_new() else { return nil }
        let count = pem.withUnsafeBytes { buffer -> Int in
            guard let source = BIO_new_mem_buf(buffer.baseAddress, CInt(clamping: buffer.count)) else { return 0 }
            defer { BIO_free(source) }
            var count = 0
            while count < Self.mostCertificates, let certificate = PEM_read_bio_X509(source, nil, nil, nil) {
                defer { X509_free(certificate) }
                guard X509_STORE_add_cert(store, certificate) == 1 else { return 0 }
                count += 1
            }
            return count
        }
        // The end of the file is told as an error.
        ERR_clear_error()
        guard count > 0, let parameters = X509_STORE_get0_param(store) else {
            X509_STORE_free(store)
            return nil
        }
        X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        return store
    }
}
