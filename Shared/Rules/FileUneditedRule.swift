/// No editing program has saved the file, nothing was added after it was signed, and no signature in it is broken. It warns
/// by default, since cropping also counts as editing.
public struct FileUnedited: FileRule {
    public let id: RuleID = "file.unedited"
    public let isNegotiable = true
    public let policy = RulePolicy.warn
    public let wordings: [WordingKey] = [
        "file.unedited/program", "file.unedited/after-signing", "file.unedited/broken-signature",
    ]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool { file.isOriginKnown }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        // Where a signature is required, `FileSigned` says what is wrong with it.
        if let origin = file.origin, type.signature == .none {
            if origin.checks.contains(where: { $0.outcome == .broken }) { return Finding(wordings[2]) }
            if origin.isChangedAfterSigning { return Finding(wordings[1]) }
        }
        let programs = (file.origin?.programs ?? []) + [file.structure?.software].compactMap { $0 }
        guard let name = programs.lazy.compactMap(EditingProgram.name).first else { return nil }
        return Finding(wordings[0], ["program": .text(name)])
    }
}
