/// Proofs of identity. Most of these are recognised by their zone.
extension DocumentKind {
    static let persons: [DocumentKind] = [
        kind(
            "passport",
            names: "passport|Reisepass|passeport|pasaporte|パスポート",
            titles: "passport|reisepass|passeport|pasaporte|paspoort|passaporto|passaporte|paszport|旅券|日本国旅券",
            words: """
                passport no|nationality|place of birth|date of birth|date of issue|date of expiry|authority|type|code|given names|\
                surname|staatsangehörigkeit|geburtsort|behörde|passnummer|nationalité|lieu de naissance|autorité|prénoms|nom|\
                nacionalidad|lugar de nacimiento|autoridad|apellidos|nationaliteit|geboorteplaats|国籍|本籍|発行官庁
                """, layout: [.passportZone]),
        kind(
            "identity-card",
            names: "identity card|Personalausweis|carte d’identité|documento de identidad|身分証明書",
            titles: """
                identity card|national identity card|id card|identification card|personalausweis|carte nationale d'identité|\
                carte d'identité|documento nacional de identidad|dni|identiteitskaart|nederlandse identiteitskaart|carta d'identità|\
                cartão de cidadão|dowód osobisty|マイナンバーカード|個人番号カード|住民基本台帳カード
                """,
            words: """
                surname|given names|nationality|date of birth|document no|sex|staatsangehörigkeit|geburtstag|gültig bis|ausweisnummer|\
                nom|prénoms|nationalité|né le|taille|apellidos|nombre|nacionalidad|nacimiento|validez|geldig tot|geslacht|氏名|住所|性別|\
                生年月日
                """, layout: [.cardZone, .card]),
        kind(
            "driving-licence",
            names: "driving licence|Führerschein|permis de conduire|permiso de conducir|運転免許証",
            titles: """
                driving licence|driver license|driver's license|driver licence|driving license|führerschein|permis de conduire|\
                permiso de conducción|permiso de conducir|licencia de conducir|rijbewijs|patente di guida|carta de condução|\
                prawo jazdy|運転免許証
                """,
            words: """
                4a.|4b.|4c.|4d.|class|restrictions|endorsements|categories|klassen|catégories|clases|dvla|dmv|kraftfahrt|免許の条件等|\
                公安委員会|有効|種類|dlnum|donor|hgt|wgt|eyes
                """, layout: [.licenceCode, .card]),
        kind(
            "residence-permit",
            names: "residence permit|Aufenthaltstitel|titre de séjour|permiso de residencia|在留カード",
            titles: """
                residence permit|biometric residence permit|permanent resident|residence card|aufenthaltstitel|aufenthaltserlaubnis|\
                niederlassungserlaubnis|titre de séjour|carte de séjour|carte de résident|permiso de residencia|\
                tarjeta de identidad de extranjero|verblijfsvergunning|verblijfstitel|在留カード|特別永住者証明書
                """,
            words: """
                type of permit|remarks|immigration|leave to remain|anmerkungen|art des titels|valid until|remarques|type de titre|\
                observaciones|tipo de permiso|extranjero|opmerkingen|soort document|在留資格|在留期間|就労制限
                """, layout: [.residenceZone, .card]),
    ]
}
