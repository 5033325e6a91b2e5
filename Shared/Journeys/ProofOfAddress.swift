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

// MARK: - In other languages

extension ProofOfAddress {
    public static let translations: [String: JourneyTranslation] = [
        "de": JourneyTranslation(
            title: "Adressnachweis",
            summary: "Senden Sie ein aktuelles Schreiben oder eine Rechnung, worauf Ihr voller Name und Ihre Adresse stehen.",
            types: [
                "utility-bill": .init(
                    "Rechnung eines Versorgers",
                    hint: "Gas, Wasser, Strom oder Festnetz, aus den letzten 90 Tagen. Alle vier Ecken müssen zu sehen sein."),
                "bank-letter": .init(
                    "Kontoauszug oder Schreiben der Bank", hint: "Aus den letzten 90 Tagen, mit Ihrem Namen und Ihrer Adresse."),
                "council-tax-bill": .init("Kommunaler Steuerbescheid", hint: "Der Bescheid für dieses Jahr."),
                "tenancy-agreement": .init("Mietvertrag", hint: "Alle Seiten, von beiden Seiten unterschrieben."),
            ]),
        "fr": JourneyTranslation(
            title: "Justificatif de domicile",
            summary: "Envoyez un courrier ou une facture récente où figurent votre nom complet et votre adresse.",
            types: [
                "utility-bill": .init(
                    "Facture de services",
                    hint:
                        "Gaz, eau, électricité ou téléphone fixe, des 90 derniers jours. Les quatre coins doivent être visibles."),
                "bank-letter": .init(
                    "Relevé ou courrier de la banque", hint: "Des 90 derniers jours, avec votre nom et votre adresse."),
                "council-tax-bill": .init("Avis d’impôt local", hint: "L’avis de cette année."),
                "tenancy-agreement": .init("Contrat de location", hint: "Toutes les pages, signées par les deux parties."),
            ]),
        "es": JourneyTranslation(
            title: "Comprobante de domicilio",
            summary: "Envíe una carta o factura reciente en la que figuren su nombre completo y su dirección.",
            types: [
                "utility-bill": .init(
                    "Factura de suministros",
                    hint: "Gas, agua, electricidad o teléfono fijo, de los últimos 90 días. Deben verse las cuatro esquinas."),
                "bank-letter": .init("Extracto o carta del banco", hint: "De los últimos 90 días, con su nombre y su dirección."),
                "council-tax-bill": .init("Recibo de impuestos municipales", hint: "El recibo de este año."),
                "tenancy-agreement": .init("Contrato de alquiler", hint: "Todas las páginas, firmadas por ambas partes."),
            ]),
        "ja": JourneyTranslation(
            title: "住所の証明",
            summary: "お名前の全体とご住所が載っている、最近の郵便物か請求書を1通お送りください。",
            types: [
                "utility-bill": .init("公共料金の請求書", hint: "ガス、水道、電気、固定電話のいずれかで、90日以内のもの。四隅がすべて写るようにしてください。"),
                "bank-letter": .init("銀行の明細書か通知", hint: "90日以内のもので、お名前とご住所が載っているもの。"),
                "council-tax-bill": .init("住民税の通知書", hint: "今年のもの。"),
                "tenancy-agreement": .init("賃貸借契約書", hint: "双方の署名があるもので、すべてのページ。"),
            ]),
    ]
}
