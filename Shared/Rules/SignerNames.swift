#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The names of the signers of files, apart from the other facts.
public struct SignerNames: Sendable, Hashable, Codable {
    /// By file: of each checked signature, in order.
    private var names: [String: [String?]] = [:]
    /// That of the facts that they were taken from: it is sealed with them.
    private(set) var salt: UUID?

    public init() {}

    public var isEmpty: Bool { names.isEmpty }

    /// Takes them out of documents.
    init(takenFrom content: inout FactsRecord.Content) {
        for document in content.documents.indices {
            for page in content.documents[document].pages.indices {
                let file = content.documents[document].pages[page]
                guard let checks = file.origin?.checks, checks.contains(where: { $0.signer != nil }) else { continue }
                names[file.id.description] = checks.map(\.signer)
                for check in checks.indices { content.documents[document].pages[page].origin?.checks[check].signer = nil }
            }
        }
        if !isEmpty { (salt, content.salt) = (content.salt, nil) }
    }

    /// The files with the names.
    public func naming(_ files: [PageID: PageFacts]) -> [PageID: PageFacts] {
        files.mapValues(naming)
    }

    fileprivate func naming(_ file: PageFacts) -> PageFacts {
        guard let names = names[file.id.description], file.origin?.checks.count == names.count else { return file }
        var named = file
        for (check, name) in names.enumerated() { if let name { named.origin?.checks[check].signer = name } }
        return named
    }
}

extension FactsRecord {
    /// The same without the names of signers, and these.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func takingSigners() throws(FactsRecordError) -> (record: FactsRecord, signers: SignerNames) {
        var content = try content()
        let signers = SignerNames(takenFrom: &content)
        return (signers.isEmpty ? self : FactsRecord(content), signers)
    }

    /// The record that these were taken from.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func returning(_ signers: SignerNames) throws(FactsRecordError) -> FactsRecord {
        var content = try content()
        if let salt = signers.salt { content.salt = salt }
        for document in content.documents.indices {
            content.documents[document].pages = content.documents[document].pages.map(signers.naming)
        }
        return FactsRecord(content)
    }

    /// The same where nobody can keep the names of signers.
    ///
    /// - Throws: `FactsRecordError` for bytes that are no record.
    public func losingSigners() throws(FactsRecordError) -> FactsRecord {
        var content = try content()
        let signers = SignerNames(takenFrom: &content)
        if let salt = signers.salt { content.salt = salt }
        return signers.isEmpty ? self : FactsRecord(content)
    }
}
