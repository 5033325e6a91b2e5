/// A label before, above or after a date that tells its meaning.
struct DateLabel: Sendable {
    let meaning: ReadDate.Meaning
    /// How clear the label is, up to 100. “Date” alone says little.
    let weight: Int
    let position: Position

    enum Position: Sendable {
        /// Before the date, in its row or above it.
        case before
        /// Right before the date: “valid until 3 May”.
        case touching
        /// Right before the date, in a short line with a place: “Wien, den 3. Mai”.
        case afterPlace
        /// Right before the date, in a line that names the document: “Facture n° 7 du 3 mai”.
        case afterDocument
        /// Right after the date: 2026年8月24日まで.
        case behind
    }

    /// Names of documents, which may have a date.
    static let documents = PhraseBook<Bool>([
        (
            true,
            PhraseBook<Bool>.list(
                """
                invoice|bill|receipt|statement|letter|notice|certificate|rechnung|bescheid|kontoauszug|auszug|quittung|schreiben|\
                bescheinigung|gutschrift|mahnung|facture|recu|releve|avis|attestation|quittance|courrier|avoir|factura|recibo|\
                extracto|carta|certificado|nota|factuur|nota|afschrift|rekeningafschrift|brief|aanslag
                """)
        )
    ])

    static let book = PhraseBook<DateLabel>(
        all.map { meaning, weight, position, phrases in
            (DateLabel(meaning: meaning, weight: weight, position: position), PhraseBook<DateLabel>.list(phrases))
        })

    private static let all: [(ReadDate.Meaning, Int, Position, String)] = issued + bounded + others

    private static let issued: [(ReadDate.Meaning, Int, Position, String)] = [
        (
            .issued, 100, .before,
            """
            invoice date|date of invoice|date of issue|issue date|issued on|date issued|issuing date|bill date|billing date|\
            date of bill|statement date|date of statement|receipt date|letter date|document date|date of letter|date of document|\
            tax point|tax point date|tax invoice date|invoice dated|dated|bill issue date|issued|statement as of|pay date|\
            payment date of salary|notice date|date of notice|date of this notice
            """
        ),
        (
            .issued, 100, .before,
            """
            rechnungsdatum|datum der rechnung|ausstellungsdatum|ausstellungstag|ausgestellt am|ausgestellt|erstellt am|\
            erstellungsdatum|belegdatum|bescheiddatum|datum des bescheids|rechnung vom|bescheid vom|kontoauszug vom|\
            auszugsdatum|briefdatum|rechnungs-datum|tag der ausstellung|datum der ausstellung|druckdatum|rg.datum|re.datum
            """
        ),
        (
            .issued, 100, .before,
            """
            date de facture|date de la facture|date facture|date de facturation|date d'emission|emis le|emise le|facture du|\
            facturee le|date du document|date de delivrance|delivre le|delivree le|date d'edition|edite le|etabli le|\
            etablie le|date de l'avis|date d'etablissement|date du releve|releve du|releve au|fait a|fait le|date de la lettre
            """
        ),
        (
            .issued, 100, .before,
            """
            fecha de emision|fecha emision|fecha de factura|fecha factura|fecha de la factura|fecha de expedicion|\
            fecha expedicion|expedido el|emitido el|emitida el|fecha de facturacion|fecha del documento|fecha de expedición|\
            fecha del extracto|fecha del recibo|fecha de la carta
            """
        ),
        (
            .issued, 100, .before,
            """
            factuurdatum|factuur datum|datum factuur|datum van afgifte|afgiftedatum|datum afgifte|afgegeven op|uitgiftedatum|\
            notadatum|datum nota|dagtekening|datum afschrift|afschriftdatum|opgemaakt op|datum van uitgifte|data di emissione|\
            data di rilascio|data de emissao|data documento|data fattura
            """
        ),
        (
            .issued, 100, .before,
            "発行日|発行年月日|発行|請求日|ご請求日|請求書発行日|作成日|作成年月日|交付日|交付年月日|交付|通知日|検針日|領収日|支給日|開票日期|請求年月日|取引日"
        ),
        (
            .issued, 88, .before,
            "date|datum|fecha|data|日付|dt|tanggal|tarikh|date and time|date/time|datum en tijd|datum/uhrzeit|fecha y hora|date et heure|date heure"
        ),
        // The numbers of fields on driving licences of the European Union.
        (.issued, 100, .touching, "4a"),
        (.validUntil, 100, .touching, "4b"),
        (.issued, 92, .touching, "a fecha de|con fecha|en date du"),
        (.issued, 90, .afterPlace, "den|le|a"),
        (.issued, 92, .afterDocument, "vom|du|del|de|van|of|as of|au|al|per|zum"),
        (.issued, 90, .behind, "発行|付|現在|交付"),
    ]

    private static let bounded: [(ReadDate.Meaning, Int, Position, String)] = [
        (
            .due, 100, .before,
            """
            due date|payment due|payment due date|due on|due by|pay by|please pay by|payable by|amount due on|amount due by|\
            date due|total amount due on|to be paid by|payment date|direct debit date|collection date|\
            falligkeit|faellig am|fallig am|fällig|fälligkeitsdatum|fälligkeitstag|zahlbar bis|zu zahlen bis|zahlungsziel|\
            zahlungsfrist|zahlungstermin|abbuchung am|wird abgebucht am|spätestens am|bitte zahlen sie bis|\
            date limite de paiement|date d'echeance|echeance|echeance le|a payer avant le|a regler avant le|payable avant le|\
            date de prelevement|preleve le|prelevement a partir du|sera preleve le|prelevement le|date limite|\
            fecha de vencimiento del pago|fecha de cargo|fecha limite de pago|fecha de pago|fecha de cobro|pagar antes del|\
            vencimiento|fecha vencimiento|fecha de vencimiento|fecha limite|\
            vervaldatum|vervaldag|uiterste betaaldatum|te betalen voor|te betalen op|betalen voor|betaaldatum|uiterlijk|\
            支払期限|お支払期限|支払期日|お支払期日|振替日|口座振替日|納期限|納付期限|払込期限|引落日|振込期限
            """
        ),
        (
            .validUntil, 100, .before,
            """
            valid until|valid thru|valid to|valid through|expiry date|date of expiry|expiry|expires|expires on|expiration date|\
            date of expiration|exp date|exp|exp.|not valid after|use by|best before|\
            gültig bis|gueltig bis|gültigkeit bis|ablaufdatum|ablauf der gültigkeit|gültig bis zum|läuft ab am|\
            date d'expiration|valable jusqu'au|valide jusqu'au|expire le|date de fin de validite|fin de validite|\
            valable jusqu'a|date de validite|carte valable jusqu'au|\
            fecha de caducidad|valido hasta|valida hasta|caduca el|caducidad|fecha caducidad|vence el|vigencia hasta|\
            fecha de expiracion|fecha de validez|validez|valido hasta el|\
            geldig tot|geldig tot en met|datum einde geldigheid|vervalt op|datum geldigheid|geldig t/m|\
            data di scadenza|scadenza|data de validade|validade|valid until / gültig bis|\
            有効期限|有効期間満了日|期間満了日|有効期間の満了日|満了日|有效期至
            """
        ),
        (.validUntil, 100, .behind, "まで有効|まで"),
        (
            .validFrom, 100, .before,
            """
            valid from|effective date|effective from|start date|date of commencement|commencement date|gültig ab|gültig von|\
            valable a partir du|valable du|date d'effet|date de debut|valido desde|fecha de inicio|fecha de efecto|geldig van|\
            geldig vanaf|ingangsdatum|有効期間開始日|開始日
            """
        ),
        (
            .periodStart, 100, .before,
            """
            billing period|statement period|period from|period start|service period|period covered|period|for the period|\
            pay period|usage period|for the period from|accounting period|from date|period beginning|supply period|\
            abrechnungszeitraum|leistungszeitraum|rechnungszeitraum|zeitraum|lieferzeitraum|abrechnungsperiode|für den zeitraum|\
            verbrauchszeitraum|für die zeit vom|zeitraum von|zeitraum vom|\
            periode de facturation|periode du|periode|pour la periode du|periode de consommation|periode de paie|\
            pour la periode|periode de|\
            periodo de facturacion|periodo|periodo desde|periodo de consumo|desde|periodo de liquidacion|\
            factuurperiode|periode van|verbruiksperiode|over de periode|\
            請求期間|ご利用期間|使用期間|ご使用期間|対象期間|期間|利用期間|算定期間
            """
        ),
        // A letter that asks for something by a day.
        (
            .due, 88, .touching,
            "bis zum|bis spätestens|bis spätestens zum|spätestens bis zum|avant le|au plus tard le|antes del|no later than|uiterlijk op|voor"
        ),
        (.periodStart, 90, .touching, "from|von|desde el|vanaf"),
        (.periodStart, 90, .behind, "から"),
        (
            .periodEnd, 100, .before,
            "period end|period ending|to date|ending on|period to|week ending|pay period end|month ending|fin de periode|einde periode"
        ),
        (.periodEnd, 90, .touching, "to|until|through|bis|hasta|hasta el|tot|t/m|tot en met"),
    ]

    private static let others: [(ReadDate.Meaning, Int, Position, String)] = [
        (
            .birth, 100, .before,
            """
            date of birth|birth date|birthdate|born|born on|dob|d.o.b.|geburtsdatum|geburtstag|geboren am|geb. am|geb.|geb|geb.-datum|geb.datum|\
            geburtsdatum und -ort|date de naissance|ne le|nee le|ne(e) le|naissance|date naissance|\
            fecha de nacimiento|nacido el|nacida el|nacimiento|fecha nacimiento|geboortedatum|geboren op|geboren|\
            data di nascita|data de nascimento|生年月日|誕生日|出生日期
            """
        ),
        (.birth, 100, .behind, "生"),
        (
            .other, 100, .before,
            """
            order date|date of order|ordered on|delivery date|date of delivery|shipping date|ship date|date of purchase|\
            purchase date|date of supply|supply date|check-in|check-out|arrival|departure|transaction date|value date|\
            booking date|date of sale|print date|printed on|printed|last updated|registered since|member since|hire date|\
            date of hire|employment date|next reading|next bill|next statement|meter reading|reading date|since|received|\
            date received|reprint date|date of payment|paid on|payment received|previous bill|last payment|date of last payment|\
            approval date|date of admission|next billing date|hired|start of employment|contract date|due for renewal|\
            bestelldatum|auftragsdatum|lieferdatum|leistungsdatum|versanddatum|buchungstag|buchungsdatum|valuta|wertstellung|\
            bestellt am|eintrittsdatum|eintritt|ablesedatum|liefertermin|kaufdatum|bezahlt am|geliefert am|bestellung vom|stand|\
            vertragsbeginn|vertragsdatum|ihre nachricht vom|ihr schreiben vom|austritt|nächste rechnung|\
            date de commande|commande du|date de livraison|livraison|date d'achat|date de valeur|date operation|date d'entree|\
            date d'embauche|date de reglement|paye le|prochaine facture|prochain releve|date d'impression|date de paiement|\
            prochaine facture le|anciennete|date d'anciennete|votre courrier du|\
            fecha de pedido|fecha pedido|fecha de entrega|fecha valor|fecha operacion|fecha de compra|fecha de alta|\
            fecha antiguedad|antiguedad|fecha de impresion|proxima factura|fecha de lectura|\
            orderdatum|besteldatum|leverdatum|bezorgdatum|afleverdatum|betaald op|boekdatum|valutadatum|datum in dienst|in dienst|\
            volgende factuur|bestelling van|\
            注文日|お届け日|配達日|納品日|出荷日|次回検針日|次回検針予定日|入社日|印刷日|入金日|前回検針日
            """
        ),
    ]
}
