/// Proves that a person owns a property: two documents that agree.
public enum ProofOfOwnership: DocumentsScope {
    public static let id: JourneyID = "proof-of-ownership"
    public static let title = "Proof of ownership"
    public static let summary = "Send two documents that show that the property is yours."
    public static let documents = CountRange(2...4)
    public static let review = ReviewPolicy.onWarning

    public static let titleDeed = ScopedDocumentType<Self>(
        DocumentType(
            id: "title-deed", title: "Title deed", hint: "All pages, with the seal or stamp.", icon: "scroll",
            pages: CountRange(1...40), documents: CountRange(0...2), issueDate: .optional, duplicates: .refuse))

    public static let landRegisterExtract = ScopedDocumentType<Self>(
        DocumentType(
            id: "land-register-extract", title: "Extract of the land register", hint: "Not older than 180 days.", icon: "map",
            pages: CountRange(1...20), documents: CountRange(0...2), issueDate: .issuedWithin(days: 180),
            duplicates: .refuse))

    public static let purchaseContract = ScopedDocumentType<Self>(
        DocumentType(
            id: "purchase-contract", title: "Purchase contract", hint: "All pages, with every signature.", icon: "signature",
            pages: CountRange(1...80), documents: CountRange(0...2), issueDate: .optional, duplicates: .refuse))

    public static let documentTypes = [titleDeed, landRegisterExtract, purchaseContract]
}

// MARK: - In other languages

extension ProofOfOwnership {
    public static let translations: [String: JourneyTranslation] = [
        "de": JourneyTranslation(
            title: "Eigentumsnachweis",
            summary: "Senden Sie zwei Dokumente, die zeigen, dass die Immobilie Ihnen gehört.",
            types: [
                "title-deed": .init("Eigentumsurkunde", hint: "Alle Seiten, mit Siegel oder Stempel."),
                "land-register-extract": .init("Grundbuchauszug", hint: "Nicht älter als 180 Tage."),
                "purchase-contract": .init("Kaufvertrag", hint: "Alle Seiten, mit jeder Unterschrift."),
            ]),
        "fr": JourneyTranslation(
            title: "Preuve de propriété",
            summary: "Envoyez deux documents qui montrent que le bien vous appartient.",
            types: [
                "title-deed": .init("Titre de propriété", hint: "Toutes les pages, avec le sceau ou le tampon."),
                "land-register-extract": .init("Extrait du registre foncier", hint: "De moins de 180 jours."),
                "purchase-contract": .init("Contrat d’achat", hint: "Toutes les pages, avec toutes les signatures."),
            ]),
        "es": JourneyTranslation(
            title: "Prueba de propiedad",
            summary: "Envíe dos documentos que muestren que el inmueble es suyo.",
            types: [
                "title-deed": .init("Escritura de propiedad", hint: "Todas las páginas, con el sello."),
                "land-register-extract": .init("Nota del registro de la propiedad", hint: "De no más de 180 días."),
                "purchase-contract": .init("Contrato de compraventa", hint: "Todas las páginas, con todas las firmas."),
            ]),
        "ja": JourneyTranslation(
            title: "所有権の証明",
            summary: "不動産がご自身のものであることを示す書類を2点お送りください。",
            types: [
                "title-deed": .init("権利証", hint: "印のあるもので、すべてのページ。"),
                "land-register-extract": .init("登記事項証明書", hint: "180日以内のもの。"),
                "purchase-contract": .init("売買契約書", hint: "署名がすべてあるもので、すべてのページ。"),
            ]),
    ]
}
