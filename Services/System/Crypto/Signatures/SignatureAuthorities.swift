import CLibcrypto

/// Trusted certificates of those who sign documents, or who certify such signers, or who stamp the time of signatures. Each
/// is trusted by itself, whatever its issuer. Revocation is not checked.
public struct SignatureAuthorities {
    public static let mostCertificates = 2_000

    private var certificates: [Certificate] = []
    private var stores = Stores()

    /// None: no signer is known.
    public init() {}

    public var count: Int { certificates.count }

    /// Adds the certificates of a file: one in DER, or any number in PEM (RFC 7468, section 5).
    ///
    /// - Throws: For a file without one, for one that is damaged, and for more than `mostCertificates` altogether.
    public mutating func add(_ file: [UInt8]) throws(CryptoError) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let found = Certificate(der: file).map { [$0] } ?? Self.certificates(inPEM: file)
        guard let found, !found.isEmpty else {
            throw .lastFailure("the file is not a certificate in PEM or DER", code: .invalidKey)
        }
        guard certificates.count + found.count <= Self.mostCertificates else {
            throw .unusableKey("there are more than \(Self.mostCertificates) certificates")
        }
        certificates += found
        stores = Stores()
    }

    /// Nil if one of them is damaged.
    private static func certificates(inPEM text: [UInt8]) -> [Certificate]? {
        text.withUnsafeBytes { buffer -> [Certificate]? in
            guard let source = BIO_new_mem_buf(buffer.baseAddress, CInt(clamping: buffer.count)) else { return nil }
            defer { BIO_free(source) }
            var found: [Certificate] = []
            while found.count <= mostCertificates {
                guard let read = PEM_read_bio_X509(source, nil, nil, nil) else {
                    // Its end is told as an error: there is no further beginning.
                    let end = ERR_peek_last_error()
                    return ERR_GET_LIB(end) == ERR_LIB_PEM && ERR_GET_REASON(end) == PEM_R_NO_START_LINE ? found : nil
                }
                found.append(Certificate(owning: read))
            }
            return found
        }
    }

    /// A store for verification at a time, in seconds since 1970-01-01; nil for whatever time. The caller frees it.
    ///
    /// Chains have digests and keys of at least 112 bits of security: no SHA-1, and no RSA below 2048 bits.
    func store(at seconds: Int64?) -> OpaquePointer? {
        stores.store(at: seconds) { filledStore(at: seconds) }
    }

    /// Fills the store for whatever time, for all processes that are forked from this one.
    public func prepare() { X509_STORE_free(store(at: nil)) }

    private func filledStore(at seconds: Int64?) -> OpaquePointer? {
        guard let store = X509_STORE_new() else { return nil }
        guard let parameters = X509_STORE_get0_param(store), fill(store) else {
            X509_STORE_free(store)
            return nil
        }
        var flags = X509_V_FLAG_PARTIAL_CHAIN
        if let seconds { X509_VERIFY_PARAM_set_time(parameters, time_t(seconds)) } else { flags |= X509_V_FLAG_NO_CHECK_TIME }
        X509_VERIFY_PARAM_set_flags(parameters, UInt(flags))
        X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        X509_VERIFY_PARAM_set_depth(parameters, 8)
        return store
    }

    private func fill(_ store: OpaquePointer) -> Bool {
        certificates.allSatisfy { X509_STORE_add_cert(store, $0.pointer) == 1 }
    }
}

/// Stores that are filled already: libcrypto sorts a store anew with each certificate that it is given, so that many
/// certificates take long.
private final class Stores {
    private var known: [Int64?: OpaquePointer] = [:]
    /// One for whatever time, and one for now.
    private static let most = 2

    deinit { for store in known.values { X509_STORE_free(store) } }

    /// The caller frees it.
    func store(at seconds: Int64?, _ make: () -> OpaquePointer?) -> OpaquePointer? {
        guard let store = known[seconds] ?? make() else { return nil }
        guard known[seconds] != nil || known.count < Self.most else { return store }
        known[seconds] = store
        X509_STORE_up_ref(store)
        return store
    }
}

/// Owns an `X509`.
final class Certificate {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Nil for other bytes, and where more follows.
    convenience init?(der bytes: [UInt8]) {
        let read = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var place = buffer.baseAddress
            guard let read = d2i_X509(nil, &place, buffer.count) else { return nil }
            if place == buffer.baseAddress.map({ $0 + buffer.count }) { return read }
            X509_free(read)
            return nil
        }
        guard let read else { return nil }
        self.init(owning: read)
    }

    deinit { X509_free(pointer) }

    /// The name of the subject as UTF-8: its common name, else its organisation.
    var subject: String? {
        guard let name = X509_get_subject_name(pointer) else { return nil }
        return [NID_commonName, NID_organizationName].lazy.compactMap { Self.text($0, of: name) }.first
    }

    private static func text(_ kind: CInt, of name: OpaquePointer) -> String? {
        let place = X509_NAME_get_index_by_NID(name, kind, -1)
        guard place >= 0, let entry = X509_NAME_get_entry(name, place), let value = X509_NAME_ENTRY_get_data(entry) else {
            return nil
        }
        var made: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&made, value)
        guard length > 0, let made else { return nil }
        defer { CRYPTO_free(made, nil, 0) }
        return String(decoding: UnsafeBufferPointer(start: made, count: Int(length)), as: UTF8.self)
    }

    /// What a certificate may be for, so that it may sign documents (RFC 5280, section 4.2.1.12; RFC 9336): e-mail, any
    /// purpose, documents, and what Microsoft and Adobe called that before there was a standard.
    private static let purposes: Set<String> = [
        "1.3.6.1.5.5.7.3.4", "2.5.29.37.0", "1.3.6.1.5.5.7.3.36", "1.3.6.1.4.1.311.10.3.12", "1.2.840.113583.1.1.5",
    ]

    /// Whether the certificate may sign documents: its key usage says that its key signs, and its purposes, if it has any,
    /// include one for documents. That of a server may not.
    var maySignDocuments: Bool {
        let usage = X509_get_key_usage(pointer)
        // Without the extension, all bits are set.
        guard usage & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) != 0 else { return false }
        guard X509_get_ext_by_NID(pointer, NID_ext_key_usage, -1) >= 0 else { return true }
        guard let raw = X509_get_ext_d2i(pointer, NID_ext_key_usage, nil, nil) else { return false }
        let list = OpaquePointer(raw)
        defer { EXTENDED_KEY_USAGE_free(list) }
        return (0..<OPENSSL_sk_num(list)).contains { index in
            guard let object = OPENSSL_sk_value(list, index) else { return false }
            var text = [CChar](repeating: 0, count: 80)
            guard OBJ_obj2txt(&text, CInt(text.count), OpaquePointer(object), 1) > 0 else { return false }
            return Self.purposes.contains(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
    }
}
