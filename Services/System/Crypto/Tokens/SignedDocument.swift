import FoundationEssentials

/// A signed document: a JSON Web Signature in compact form (RFC 7515). Its type is signed, so one kind of document cannot
/// be passed off as another.
public struct SignedDocument: Sendable {
    /// Bytes of the compact form.
    public static let maximumLength = 32 << 20

    /// Why a text is not accepted.
    public enum Fault: Error, Sendable, Hashable {
        /// Not three parts of base64url of which the first is a JSON object, or too long.
        case malformed
        /// It has another type, an algorithm that is not used here, or a critical extension.
        case unsupported
        /// No key has the id that the document names.
        case unknownKey(String?)
        /// The document was changed, or another key has signed it.
        case signature
    }

    public let payload: [UInt8]
    /// The id of the key that has signed it.
    public let keyID: String?

    /// Signs a document. `type` is the subtype of its media type, such as `docket-manifest+jws` (RFC 7515, section
    /// 4.1.9).
    public static func sign(
        _ payload: [UInt8], type: String, with key: any Signer
    ) async throws(CryptoError) -> String {
        let header = #"{"alg":"\#(key.publicKey.algorithm.rawValue)","kid":"\#(key.publicKey.id)","typ":"\#(type)"}"#
        let signed = CompactSignature.signed(header: Array(header.utf8), payload: payload)
        return CompactSignature.text(signed, signature: try await key.sign(Array(signed.utf8)))
    }

    /// Verifies a text that one of the keys must have signed as a document of this type.
    public init(verifying text: String, type: String, with keys: JSONWebKeySet) throws(Fault) {
        guard text.utf8.count <= Self.maximumLength, let parts = CompactSignature(text),
            let header = try? JSONDecoder().decode(Header.self, from: Data(parts.header))
        else { throw .malformed }
        guard let algorithm = VerificationKey.Algorithm(rawValue: header.alg), !header.isCritical,
            header.typ.map({ TokenVerifier.isSame($0, type) }) ?? false
        else { throw .unsupported }
        let candidates = keys.candidates(id: header.kid, algorithm: algorithm)
        guard !candidates.isEmpty else { throw .unknownKey(header.kid) }
        guard candidates.contains(where: { $0.isValid(parts.signature, for: parts.signed) }) else { throw .signature }
        (payload, keyID) = (parts.payload, header.kid)
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
        let isCritical: Bool

        private enum Name: String, CodingKey { case alg, kid, typ, crit, b64 }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            alg = try container.decode(String.self, forKey: .alg)
            kid = try container.decodeIfPresent(String.self, forKey: .kid)
            typ = try container.decodeIfPresent(String.self, forKey: .typ)
            isCritical = container.contains(.crit) || container.contains(.b64)
        }
    }
}
