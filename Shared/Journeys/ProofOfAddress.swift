/// Proves a person's address: one recent letter with name and address.
public enum ProofOfAddress: DocumentsScope {
    public static let id: JourneyID = "proof-of-address"
    public static let title = "Proof of address"
    public static let summary = "Send one recent letter or bill that shows your full name and your address."
    public static let documents = CountRange(1...3)
    public static let reading = ReadingPolicy.check

    public static let utilityBill = ScopedDocumentType<Self>(
        DocumentType(
            id: "utility-bill", title: "Utility bill",
            hint: "Gas, water, electricity or landline, from the last 90 days. All four corners must be visible.",
            icon: "bolt", documents: CountRange(0...3), issueDate: .issuedWithin(days: 90)))

    public static let bankLetter = ScopedDocumentType<Self>(
        DocumentType(
            id: "bank-letter", title: "Bank statement or letter",
            hint: "From the last 90 days, with your name and address on it.", icon: "building.columns",
            documents: CountRange(0...3), issueDate: .issuedWithin(days: 90)))

    public static let councilTaxBill = ScopedDocumentType<Self>(
        DocumentType(
            id: "council-tax-bill", title: "Local tax bill", hint: "The bill for this year.", icon: "house",
            documents: CountRange(0...3), issueDate: .issuedWithin(days: 365)))

    public static let tenancyAgreement = ScopedDocumentType<Self>(
        DocumentType(
            id: "tenancy-agreement", title: "Tenancy agreement", hint: "All pages, signed by both sides.", icon: "signature",
            pages: CountRange(1...40), documents: CountRange(0...1), issueDate: .required))

    public static let documentTypes = [utilityBill, bankLetter, councilTaxBill, tenancyAgreement]
}
