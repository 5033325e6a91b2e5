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

// MARK: - In other languages

extension BankStatements {
    public static let translations: [String: JourneyTranslation] = [
        "de": JourneyTranslation(
            title: "Kontoauszüge",
            summary: "Senden Sie die Auszüge der letzten drei Monate, jeden als eigenes Dokument.",
            types: [
                "bank-statement": .init(
                    "Monatlicher Kontoauszug",
                    hint: "Am besten das PDF Ihrer Bank. Das Datum ist der Tag, an dem der Auszug erstellt wurde.")
            ]),
        "fr": JourneyTranslation(
            title: "Relevés bancaires",
            summary: "Envoyez les relevés des trois derniers mois, chacun comme document séparé.",
            types: [
                "bank-statement": .init(
                    "Relevé mensuel", hint: "De préférence le PDF de votre banque. La date est le jour où le relevé a été établi."
                )
            ]),
        "es": JourneyTranslation(
            title: "Extractos bancarios",
            summary: "Envíe los extractos de los últimos tres meses, cada uno como documento aparte.",
            types: [
                "bank-statement": .init(
                    "Extracto mensual", hint: "Mejor el PDF que ofrece su banco. La fecha es el día en que se emitió el extracto."
                )
            ]),
        "ja": JourneyTranslation(
            title: "銀行の明細書",
            summary: "直近3か月分の明細書を、それぞれ別の書類としてお送りください。",
            types: [
                "bank-statement": .init("月次明細書", hint: "銀行が提供するPDFが最適です。日付は明細書の発行日です。")
            ]),
    ]
}
