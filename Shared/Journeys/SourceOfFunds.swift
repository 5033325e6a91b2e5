/// Shows where a person's money comes from: any number of documents. A reviewer looks at each case.
public enum SourceOfFunds: DocumentsScope {
    public static let id: JourneyID = "source-of-funds"
    public static let title = "Source of funds"
    public static let summary = "Send what shows where the money comes from: salary, savings, a sale, an inheritance or a gift."
    public static let documents = CountRange(1...10)
    public static let review = ReviewPolicy.always

    public static let payslip = ScopedDocumentType<Self>(
        DocumentType(
            id: "payslip", title: "Payslip", hint: "From the last 90 days.", icon: "banknote", pages: CountRange(1...4),
            documents: CountRange(0...6), issueDate: .issuedWithin(days: 90), duplicates: .refuse))

    public static let savingsStatement = ScopedDocumentType<Self>(
        DocumentType(
            id: "savings-statement", title: "Statement of savings", hint: "From the last 180 days.", icon: "building.columns",
            pages: CountRange(1...50), documents: CountRange(0...6), issueDate: .issuedWithin(days: 180)))

    public static let taxReturn = ScopedDocumentType<Self>(
        DocumentType(
            id: "tax-return", title: "Tax return", hint: "The latest one, all pages.", icon: "percent",
            pages: CountRange(1...60), documents: CountRange(0...3), issueDate: .issuedWithin(days: 730)))

    public static let saleContract = ScopedDocumentType<Self>(
        DocumentType(
            id: "sale-contract", title: "Contract of a sale", hint: "Of a property, a company or shares.", icon: "signature",
            pages: CountRange(1...80), documents: CountRange(0...3), issueDate: .required))

    public static let inheritance = ScopedDocumentType<Self>(
        DocumentType(
            id: "inheritance", title: "Inheritance", hint: "The will, or the court's certificate.", icon: "scroll",
            pages: CountRange(1...40), documents: CountRange(0...3), issueDate: .optional))

    public static let giftLetter = ScopedDocumentType<Self>(
        DocumentType(
            id: "gift-letter", title: "Letter of a gift", hint: "Signed by the person who gave.", icon: "gift",
            pages: CountRange(1...10), documents: CountRange(0...3), issueDate: .required))

    public static let documentTypes = [payslip, savingsStatement, taxReturn, saleContract, inheritance, giftLetter]
}
