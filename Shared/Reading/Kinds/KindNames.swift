extension JourneyDefinition {
    /// The titles of all built-in kinds and of this journey's types, by id.
    public func kindNames(in language: Language) -> [String: String] {
        let own = said(in: language).documentTypes.map { ($0.id.rawValue, $0.title) }
        let known = KindNames.names.keys.compactMap { id in KindNames.name(of: id, in: language).map { (id.rawValue, $0) } }
        return Dictionary(own + known) { own, _ in own }
    }
}

extension DocumentTypeID {
    /// The title of a built-in kind, in English, German, French, Spanish and Japanese; nil for any other kind.
    public func kindName(in language: Language) -> String? { KindNames.name(of: self, in: language) }
}

/// The titles of the built-in kinds: in English, German, French, Spanish and Japanese.
enum KindNames {
    /// Nil for a kind that is not built in.
    static func name(of kind: DocumentTypeID, in language: Language) -> String? {
        guard let names = names[kind] else { return nil }
        let tag = language.tag.split(at: "-").first.map(String.init) ?? ""
        return languages.firstIndex(of: tag).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }

    static let languages = ["en", "de", "fr", "es", "ja"]

    static let names: [DocumentTypeID: [String]] = [
        "bank-statement": ["bank statement", "Kontoauszug", "relevé de compte", "extracto de cuenta", "取引明細書"],
        "payslip": ["payslip", "Gehaltsabrechnung", "bulletin de paie", "nómina", "給与明細"],
        "invoice": ["invoice", "Rechnung", "facture", "factura", "請求書"],
        "receipt": ["receipt", "Kassenbon", "ticket de caisse", "ticket de compra", "領収書"],
        "savings-statement": [
            "statement of savings", "Auszug eines Spar- oder Wertpapierkontos", "relevé d’épargne", "extracto de ahorro", "残高報告書",
        ],
        "utility-bill": [
            "utility bill", "Strom-, Gas- oder Wasserrechnung", "facture d’énergie, d’eau ou de téléphone",
            "factura de suministros", "公共料金の請求書",
        ],
        "bank-letter": ["letter from a bank", "Schreiben einer Bank", "lettre d’une banque", "carta de un banco", "銀行からの通知"],
        "council-tax-bill": [
            "local tax bill", "Grundsteuerbescheid", "avis de taxe locale", "recibo de impuestos municipales", "地方税の納税通知書",
        ],
        "tax-return": ["tax return", "Steuerbescheid oder -erklärung", "avis d’impôt", "declaración de la renta", "確定申告書"],
        "tenancy-agreement": ["tenancy agreement", "Mietvertrag", "contrat de location", "contrato de alquiler", "賃貸借契約書"],
        "insurance": ["insurance policy", "Versicherungsschein", "attestation d’assurance", "póliza de seguro", "保険証券"],
        "title-deed": ["title deed", "Eigentumsurkunde", "acte de propriété", "escritura de propiedad", "登記済証"],
        "land-register-extract": [
            "extract of the land register", "Grundbuchauszug", "extrait du registre foncier", "nota simple del registro",
            "登記事項証明書",
        ],
        "purchase-contract": ["purchase contract", "Kaufvertrag", "contrat de vente", "contrato de compraventa", "売買契約書"],
        "sale-contract": ["contract of a sale", "Vertrag über einen Verkauf", "acte de cession", "contrato de venta", "譲渡契約書"],
        "inheritance": [
            "document of an inheritance", "Nachlassunterlage", "document de succession", "documento de herencia", "相続書類",
        ],
        "gift-letter": ["letter of a gift", "Schenkungsvertrag", "lettre de don", "carta de donación", "贈与契約書"],
        "passport": ["passport", "Reisepass", "passeport", "pasaporte", "パスポート"],
        "identity-card": ["identity card", "Personalausweis", "carte d’identité", "documento de identidad", "身分証明書"],
        "driving-licence": ["driving licence", "Führerschein", "permis de conduire", "permiso de conducir", "運転免許証"],
        "residence-permit": ["residence permit", "Aufenthaltstitel", "titre de séjour", "permiso de residencia", "在留カード"],
    ]
}
