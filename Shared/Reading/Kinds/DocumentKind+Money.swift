/// The kinds of the built-in journeys, in English, German, French, Spanish and Japanese, with some Dutch.
extension DocumentKind {
    public static let builtIn: [DocumentKind] = money + letters + contracts + persons

    /// Nil if no built-in kind has this name.
    public static func named(_ id: DocumentTypeID) -> DocumentKind? { builtIn.first { $0.id == id } }

    static let money: [DocumentKind] = [
        kind(
            "bank-statement",
            names: "bank statement|Kontoauszug|relevé de compte|extracto de cuenta|取引明細書",
            titles: """
                bank statement|account statement|statement of account|monthly statement|current account statement|kontoauszug|\
                rechnungsabschluss|relevé de compte|relevé bancaire|relevé d'identité bancaire|extracto de cuenta|\
                extracto bancario|estado de cuenta|rekeningafschrift|bankafschrift|取引明細書|入出金明細|残高証明書|預金取引明細
                """,
            words: """
                opening balance|closing balance|previous balance|new balance|available balance|sort code|direct debit|overdraft|\
                standing order|withdrawals|deposits|alter kontostand|neuer kontostand|kontostand|buchungstag|wertstellung|valuta|\
                lastschrift|gutschrift|dauerauftrag|überweisung|solde|ancien solde|nouveau solde|date valeur|virement|prélèvement|\
                débit|crédit|saldo anterior|saldo final|saldo actual|fecha valor|transferencia|domiciliación|abono|cargo|beginsaldo|\
                eindsaldo|bijschrijving|afschrijving|残高|お預り金額|お引出し金額|普通預金|摘要|口座番号
                """, layout: [.bookings], passesFor: ["bank-letter"], showsAddress: true),
        kind(
            "payslip",
            names: "payslip|Gehaltsabrechnung|bulletin de paie|nómina|給与明細",
            titles: """
                payslip|pay slip|salary slip|pay stub|pay statement|earnings statement|pay advice|gehaltsabrechnung|lohnabrechnung|\
                entgeltabrechnung|verdienstabrechnung|bezügemitteilung|lohnzettel|gehaltszettel|bulletin de paie|bulletin de salaire|\
                fiche de paie|bulletin de paye|nómina|recibo de salarios|recibo de nómina|hoja de salario|loonstrook|salarisstrook|\
                salarisspecificatie|給与明細|給与明細書|給料明細|給与支給明細書|賞与明細書
                """,
            words: """
                gross pay|net pay|year to date|ytd|national insurance|tax code|deductions|pay period|employee id|employer|paye|\
                federal withholding|social security|medicare|steuerklasse|sozialversicherung|krankenversicherung|rentenversicherung|\
                lohnsteuer|auszahlungsbetrag|gesamtbrutto|personalnummer|steuerbrutto|solidaritätszuschlag|salaire brut|net à payer|\
                cotisations|cotisations salariales|csg|urssaf|matricule|heures supplémentaires|net imposable|congés payés|\
                salario base|devengos|deducciones|líquido a percibir|total devengado|seguridad social|irpf|contingencias comunes|\
                brutoloon|nettoloon|loonheffing|vakantiegeld|基本給|総支給額|差引支給額|控除|健康保険|厚生年金|所得税|雇用保険
                """, showsAddress: true),
        kind(
            "invoice",
            names: "invoice|Rechnung|facture|factura|請求書",
            titles: """
                invoice|tax invoice|proforma invoice|commercial invoice|credit note|rechnung|gutschrift nr|rechnungsnummer|\
                facture|facture n°|avoir n°|factura|factura n°|factura simplificada|factuur|請求書|御請求書|納品書
                """,
            words: """
                invoice number|invoice date|due date|bill to|ship to|unit price|quantity|subtotal|vat|amount due|payment terms|\
                rechnungsdatum|menge|einzelpreis|nettobetrag|mwst|gesamtbetrag|zahlbar bis|lieferdatum|date de facture|quantité|\
                prix unitaire|total ht|total ttc|tva|désignation|échéance|fecha de factura|cantidad|precio unitario|\
                base imponible|iva|vencimiento|factuurnummer|factuurdatum|aantal|btw|請求番号|単価|数量|小計|消費税|ご請求金額|支払期限
                """, layout: [.total, .paymentCode], isGeneral: true, showsAddress: true),
        kind(
            "receipt",
            names: "receipt|Kassenbon|ticket de caisse|ticket de compra|領収書",
            titles: """
                receipt|sales receipt|official receipt|cash receipt|kassenbon|kassenbeleg|quittung|bon|ticket de caisse|\
                reçu|ticket|recibo|ticket de compra|kassabon|kwitantie|領収書|領収証|レシート
                """,
            words: """
                cash|change|cashier|thank you|rounding|tendered|till|pos|table|subtotal|total|gst summary|qty|item|card payment|\
                bar|rückgeld|gegeben|kasse|bediener|summe|espèces|rendu|caisse|caissier|merci de votre visite|efectivo|cambio|caja|\
                gracias por su visita|contant|wisselgeld|お預り|お釣り|合計|現計
                """, layout: [.strip, .total], isGeneral: true),
        kind(
            "savings-statement",
            names: "statement of savings|Auszug eines Spar- oder Wertpapierkontos|relevé d’épargne|extracto de ahorro|残高報告書",
            titles: """
                savings statement|statement of savings|portfolio statement|investment statement|depot statement|depotauszug|\
                sparkonto|sparbuch|relevé d'épargne|livret a|relevé de portefeuille|extracto de ahorro|cuenta de ahorro|spaarrekening|\
                定期預金|残高報告書|取引残高報告書
                """,
            words: """
                interest rate|savings account|maturity|securities|fund|units held|market value|zinsen|zinssatz|wertpapiere|depot|\
                isin|épargne|intérêts|taux d'intérêt|valorisation|ahorro|intereses|valor de mercado|利息|評価額|投資信託
                """, showsAddress: true),
    ]
}
