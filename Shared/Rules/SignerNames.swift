/// The names of the signers of files, apart from the other facts.
public struct SignerNames: Sendable, Hashable, Codable {
    /// By file: of each checked signature, in order.
    private var names: [String: [String?]] = [:]

    public init() {}

    public var isEmpty: Bool { names.isEmpty }

    /// Takes them out of documents.
    init(takenFrom documents: inout [DocumentFacts]) {
        for document in documents.indices {
            for page in documents[document].pages.indices {
                let file = documents[document].pages[page]
                guard let checks = file.origin?.checks, checks.contains(where: { $0.signer != nil }) else { continue }
                names[file.id.description] = checks.map(\.signer)
                for check in checks.indices { documents[document].pages[page].origin?.checks[check].signer = nil }
            }
        }
    }

    /// The files with the names.
    public func naming(_ files: [PageID: PageFacts]) -> [PageID: PageFacts] {
        var named = files
        for (file, names) in names {
            guard let page = PageID(file), let count = named[page]?.origin?.checks.count, count == names.count else { continue }
            for (check, name) in names.enumerated() { if let name { named[page]?.origin?.checks[check].signer = name } }
        }
        return named
    }
}

extension FactsRecord {
    /// The same without the names of signers, and these.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func takingSigners() throws(FactsRecordError) -> (record: FactsRecord, signers: SignerNames) {
        var content = try content()
        let signers = SignerNames(takenFrom: &content.documents)
        return (signers.isEmpty ? self : FactsRecord(content), signers)
    }
}
