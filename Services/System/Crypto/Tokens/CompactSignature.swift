/// The parts of a JSON Web Signature in compact form (RFC 7515, section 7.1). Nothing is verified.
struct CompactSignature {
    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// The bytes that the signature covers.
    let signed: [UInt8]

    /// Nil if the text is not three parts of strict base64url.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        (self.header, self.payload, self.signature) = (header, payload, signature)
        signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    /// The text that is signed.
    static func signed(header: [UInt8], payload: [UInt8]) -> String {
        "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
    }

    static func text(_ signed: String, signature: [UInt8]) -> String { "\(signed).\(Base64URL.encode(signature))" }
}
