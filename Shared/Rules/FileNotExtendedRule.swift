/// Nothing was added to a PDF after it was first written (ISO 32000-1, section 7.5.6). It allows by default, since filling
/// in a form and signing add to a file as well. What follows a signature is the business of `FileUnedited`.
public struct FileNotExtended: FileRule {
    public let id: RuleID = "file.not-extended"
    public let isNegotiable = true
    public let policy = RulePolicy.allow
    public let wordings: [WordingKey] = ["file.not-extended"]

    public init() {}

    public func canDecide(on file: PageFacts) -> Bool {
        // The parser counts updates, and the jail alone the signatures.
        file.structure?.pdf?.updateCount != nil && file.origin != nil
    }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        guard file.origin?.signatures ?? 0 == 0, file.structure?.pdf?.updateCount ?? 0 > 0 else { return nil }
        return Finding(wordings[0])
    }
}
