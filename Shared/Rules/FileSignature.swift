/// A signature in a file (ISO 32000-1, section 12.8), as it was checked when the file was validated.
///
/// Nothing was asked over the network: whether a certificate was revoked is not known.
public struct FileSignature: Sendable, Hashable, Codable {
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The signed bytes are as they were signed, and a known authority answers for the signer.
        case trusted
        /// The signed bytes are as they were signed, by a signer for whom no known authority answers.
        case unknownSigner = "unknown_signer"
        /// A known authority answers for the signer, but a certificate had ended, or not begun.
        case expired
        /// The signed bytes are as they were signed, but by a digest or a key that can be forged: it proves nothing.
        case weak
        /// The signed bytes were changed, or are others than the file around the signature.
        case broken
        /// It cannot be told.
        case unknown
    }

    public var outcome: Outcome
    /// Whether it covers the whole file. Otherwise something was added later, which it says nothing about.
    public var coversFile: Bool
    /// The signer's name as the certificate says: its common name, or its organisation. Only of a `trusted` or `expired`
    /// signature an authority answers for it.
    public var signer: String?
    /// When it was signed, as the signer claims.
    public var claimedAt: Timestamp?
    /// When it existed at the latest, by the time stamp of a known authority (RFC 3161).
    public var stampedAt: Timestamp?

    /// Of a file. Any further ones are not checked.
    public static let maximumCount = 16
    /// Of the signer's name, in UTF-8.
    public static let maximumNameBytes = 160

    public init(
        _ outcome: Outcome, coversFile: Bool = false, signer: String? = nil, claimedAt: Timestamp? = nil,
        stampedAt: Timestamp? = nil
    ) {
        (self.outcome, self.coversFile, self.signer) = (outcome, coversFile, signer)
        (self.claimedAt, self.stampedAt) = (claimedAt, stampedAt)
    }

    /// With a name and times that can be shown: see ``name(_:)``. A time before 1970 or after 9999 is left out.
    public func bounded() -> FileSignature {
        func known(_ time: Timestamp?) -> Timestamp? {
            time.flatMap { (0..<253_402_300_800_000).contains($0.millisecondsSinceEpoch) ? $0 : nil }
        }
        return FileSignature(
            outcome, coversFile: coversFile, signer: signer.flatMap(Self.name), claimedAt: known(claimedAt),
            stampedAt: known(stampedAt))
    }

    /// A name of anybody's choice without what controls a terminal or turns the direction of a line, in one line of at most
    /// `maximumNameBytes`. Nil if nothing is left.
    public static func name(_ text: String) -> String? {
        var name = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: continue
            default: break
            }
            bytes += UTF8.width(scalar)
            guard bytes <= maximumNameBytes else { break }
            name.append(scalar)
        }
        while name.first?.properties.isWhitespace == true { name.removeFirst() }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }
}

/// A signature in a file of a submission.
public struct FoundSignature: Sendable, Hashable {
    public let document: DocumentID
    /// The file.
    public let page: PageID
    public let signature: FileSignature

    public init(document: DocumentID, page: PageID, _ signature: FileSignature) {
        (self.document, self.page, self.signature) = (document, page, signature)
    }
}

// The signature's own members, and whose it is.
extension FoundSignature: Codable {
    private enum Key: String, CodingKey { case document, page }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        document = try members.decode(DocumentID.self, forKey: .document)
        page = try members.decode(PageID.self, forKey: .page)
        signature = try FileSignature(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try signature.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(document, forKey: .document)
        try members.encode(page, forKey: .page)
    }
}
