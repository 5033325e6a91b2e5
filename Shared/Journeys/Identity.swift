/// Proves a person's identity: one official document with a photo.
public enum Identity: DocumentsScope {
    public static let id: JourneyID = "identity"
    public static let title = "Proof of identity"
    public static let summary = "Send one official document with your photo. It must not have expired."
    public static let documents = CountRange(1...2)
    public static let reading = ReadingPolicy.check
    public static let guide = JourneyGuide.steps
    public static let review = ReviewPolicy.onWarning
    private static let sides = ["Front", "Back"]

    public static let passport = ScopedDocumentType<Self>(
        DocumentType(
            id: "passport", title: "Passport", hint: "The page with your photo, both lines of letters at its foot included.",
            icon: "person.text.rectangle", pages: CountRange(1...2), documents: CountRange(0...1), expires: .required))

    public static let identityCard = ScopedDocumentType<Self>(
        DocumentType(
            id: "identity-card", title: "Identity card", hint: "Front and back, one photo each.", icon: "person.crop.rectangle",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let drivingLicence = ScopedDocumentType<Self>(
        DocumentType(
            id: "driving-licence", title: "Driving licence", hint: "Front and back, one photo each.", icon: "car",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let residencePermit = ScopedDocumentType<Self>(
        DocumentType(
            id: "residence-permit", title: "Residence permit", hint: "Front and back, one photo each.", icon: "globe",
            pages: CountRange(2...2), documents: CountRange(0...1), duplicates: .refuse, pageNames: sides, expires: .required))

    public static let documentTypes = [passport, identityCard, drivingLicence, residencePermit]
}

// MARK: - In other languages

extension Identity {
    public static let translations: [String: JourneyTranslation] = [
        "de": JourneyTranslation(
            title: "Identitätsnachweis",
            summary: "Senden Sie ein amtliches Dokument mit Ihrem Foto. Es darf nicht abgelaufen sein.",
            types: [
                "passport": .init("Reisepass", hint: "Die Seite mit Ihrem Foto, mit beiden Buchstabenzeilen am unteren Rand."),
                "identity-card": .init(
                    "Personalausweis", hint: "Vorder- und Rückseite, je ein Foto.", pageNames: ["Vorderseite", "Rückseite"]),
                "driving-licence": .init(
                    "Führerschein", hint: "Vorder- und Rückseite, je ein Foto.", pageNames: ["Vorderseite", "Rückseite"]),
                "residence-permit": .init(
                    "Aufenthaltstitel", hint: "Vorder- und Rückseite, je ein Foto.", pageNames: ["Vorderseite", "Rückseite"]),
            ]),
        "fr": JourneyTranslation(
            title: "Justificatif d’identité",
            summary: "Envoyez un document officiel avec votre photo. Il ne doit pas être périmé.",
            types: [
                "passport": .init("Passeport", hint: "La page avec votre photo, avec les deux lignes de lettres en bas."),
                "identity-card": .init(
                    "Carte d’identité", hint: "Recto et verso, une photo de chaque.", pageNames: ["Recto", "Verso"]),
                "driving-licence": .init(
                    "Permis de conduire", hint: "Recto et verso, une photo de chaque.", pageNames: ["Recto", "Verso"]),
                "residence-permit": .init(
                    "Titre de séjour", hint: "Recto et verso, une photo de chaque.", pageNames: ["Recto", "Verso"]),
            ]),
        "es": JourneyTranslation(
            title: "Prueba de identidad",
            summary: "Envíe un documento oficial con su foto. No debe estar caducado.",
            types: [
                "passport": .init("Pasaporte", hint: "La página con su foto, incluidas las dos líneas de letras del pie."),
                "identity-card": .init(
                    "Documento de identidad", hint: "Anverso y reverso, una foto de cada uno.", pageNames: ["Anverso", "Reverso"]),
                "driving-licence": .init(
                    "Permiso de conducir", hint: "Anverso y reverso, una foto de cada uno.", pageNames: ["Anverso", "Reverso"]),
                "residence-permit": .init(
                    "Permiso de residencia", hint: "Anverso y reverso, una foto de cada uno.", pageNames: ["Anverso", "Reverso"]),
            ]),
        "ja": JourneyTranslation(
            title: "本人確認",
            summary: "顔写真付きの公的な書類を1点お送りください。有効期限内のものに限ります。",
            types: [
                "passport": .init("パスポート", hint: "顔写真のページ。下部の2行の文字まで写してください。"),
                "identity-card": .init("身分証明書", hint: "表と裏を1枚ずつ撮影してください。", pageNames: ["表", "裏"]),
                "driving-licence": .init("運転免許証", hint: "表と裏を1枚ずつ撮影してください。", pageNames: ["表", "裏"]),
                "residence-permit": .init("在留カード", hint: "表と裏を1枚ずつ撮影してください。", pageNames: ["表", "裏"]),
            ]),
    ]
}
