/// Shows a person's income and spending: three monthly statements.
public enum BankStatements: DocumentsScope {
    public static let id: JourneyID = "bank-statements"
    public static let title = "Bank statements"
    public static let summary = "Send the statements of the last three months, each as its own document."
    public static let documents = CountRange(3...12)
    public static let reading = ReadingPolicy.check

    public static let statement = ScopedDocumentType<Self>(
        DocumentType(
            id: "bank-statement", title: "Monthly statement",
            hint: "Best as the PDF that your bank offers. The date is the day that the statement was made out.",
            icon: "doc.text", pages: CountRange(1...50), documents: CountRange(3...12),
            issueDate: .issuedWithin(days: 150), duplicates: .refuse, coverage: CoverageRule(months: 3)))

    public static let documentTypes = [statement]
}
