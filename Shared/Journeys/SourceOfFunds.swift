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

// MARK: - In other languages

extension SourceOfFunds {
    public static let translations: [String: JourneyTranslation] = [
        "de": JourneyTranslation(
            title: "Herkunft der Mittel",
            summary:
                "Senden Sie, was zeigt, woher das Geld stammt: Gehalt, Erspartes, ein Verkauf, eine Erbschaft oder eine Schenkung.",
            types: [
                "payslip": .init("Gehaltsabrechnung", hint: "Aus den letzten 90 Tagen."),
                "savings-statement": .init("Nachweis von Erspartem", hint: "Aus den letzten 180 Tagen."),
                "tax-return": .init("Steuererklärung", hint: "Die letzte, alle Seiten."),
                "sale-contract": .init("Vertrag eines Verkaufs", hint: "Einer Immobilie, eines Unternehmens oder von Anteilen."),
                "inheritance": .init("Erbschaft", hint: "Das Testament oder der Erbschein."),
                "gift-letter": .init("Schenkungserklärung", hint: "Unterschrieben von der Person, die geschenkt hat."),
            ]),
        "fr": JourneyTranslation(
            title: "Origine des fonds",
            summary: "Envoyez ce qui montre d’où vient l’argent : salaire, épargne, vente, héritage ou donation.",
            types: [
                "payslip": .init("Bulletin de salaire", hint: "Des 90 derniers jours."),
                "savings-statement": .init("Relevé d’épargne", hint: "Des 180 derniers jours."),
                "tax-return": .init("Déclaration de revenus", hint: "La dernière, toutes les pages."),
                "sale-contract": .init("Contrat de vente", hint: "D’un bien immobilier, d’une entreprise ou de parts."),
                "inheritance": .init("Héritage", hint: "Le testament, ou le certificat d’héritier."),
                "gift-letter": .init("Lettre de donation", hint: "Signée par la personne qui a donné."),
            ]),
        "es": JourneyTranslation(
            title: "Origen de los fondos",
            summary: "Envíe lo que muestre de dónde procede el dinero: salario, ahorros, una venta, una herencia o una donación.",
            types: [
                "payslip": .init("Nómina", hint: "De los últimos 90 días."),
                "savings-statement": .init("Extracto de ahorros", hint: "De los últimos 180 días."),
                "tax-return": .init("Declaración de la renta", hint: "La última, todas las páginas."),
                "sale-contract": .init("Contrato de venta", hint: "De un inmueble, una empresa o participaciones."),
                "inheritance": .init("Herencia", hint: "El testamento o el certificado del juzgado."),
                "gift-letter": .init("Carta de donación", hint: "Firmada por la persona que ha donado."),
            ]),
        "ja": JourneyTranslation(
            title: "資金の出所",
            summary: "給与、預貯金、売却、相続、贈与など、資金の出所を示す書類をお送りください。",
            types: [
                "payslip": .init("給与明細", hint: "90日以内のもの。"),
                "savings-statement": .init("預貯金の明細", hint: "180日以内のもの。"),
                "tax-return": .init("確定申告書", hint: "最新のもので、すべてのページ。"),
                "sale-contract": .init("売買契約書", hint: "不動産、会社または株式の売却のもの。"),
                "inheritance": .init("相続", hint: "遺言書または裁判所の証明書。"),
                "gift-letter": .init("贈与の書面", hint: "贈与した人の署名があるもの。"),
            ]),
    ]
}
