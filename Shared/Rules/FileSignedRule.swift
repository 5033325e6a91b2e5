/// A signature covers the whole PDF, as it was signed, and by a known signer where the type requires that.
///
/// What was added after it may change what a reader shows, so an earlier signature is none of the file. Only data for
/// long-term validation may follow lawfully, and whether it is nothing but that cannot be told.
public struct FileSigned: FileRule {
    public let id: RuleID = "file.signed"
    public let isNegotiable = true
    public let wordings: [WordingKey] = [
        "file.signed/unsigned", "file.signed/changed", "file.signed/unknown-signer", "file.signed/expired",
        "file.signed/unproven",
    ]

    public init() {}

    public func applies(to type: DocumentType) -> Bool { type.signature != .none }

    /// The jail alone looks for signatures.
    public func canDecide(on file: PageFacts) -> Bool { file.origin != nil || file.mediaType != .pdf }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        // Rules that no journey can change refuse what is no PDF, or could not be opened.
        guard let origin = file.origin, file.integrity != .damaged, file.protection != .passwordRequired, file.excess == nil
        else { return nil }
        guard origin.signatures > 0 else { return Finding(wordings[0]) }
        let outcomes = Set(origin.checks.map(\.outcome)), ofWhole = Set(origin.checks.filter(\.coversFile).map(\.outcome))
        if outcomes.contains(.broken) { return Finding(wordings[1]) }
        let accepted = type.signature.accepted
        if !ofWhole.isDisjoint(with: accepted) { return nil }
        if !outcomes.isDisjoint(with: accepted) { return Finding(wordings[1]) }
        if outcomes.contains(.expired) { return Finding(wordings[3]) }
        return Finding(wordings[outcomes.contains(.unknownSigner) ? 2 : 4])
    }
}

extension SignatureRule {
    /// The outcomes that satisfy it.
    fileprivate var accepted: Set<FileSignature.Outcome> {
        switch self {
        case .none: Set(FileSignature.Outcome.allCases)
        case .intact: [.trusted, .unknownSigner, .expired]
        case .trusted: [.trusted]
        }
    }
}
