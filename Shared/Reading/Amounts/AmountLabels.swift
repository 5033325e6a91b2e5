/// A label that tells the meaning of an amount.
struct AmountLabel: Sendable {
    let meaning: ReadAmount.Meaning
    /// From 0 to 100.
    let weight: Int

    static let book = PhraseBook<AmountLabel>(
        all.map { (AmountLabel(meaning: $0.0, weight: $0.1), PhraseBook<AmountLabel>.list($0.2)) })

    private static let all: [(ReadAmount.Meaning, Int, String)] = [
        (
            .total, 100,
            """
            amount due|total due|total amount due|grand total|invoice total|total amount|balance due|amount payable|total payable|\
            total to pay|amount to pay|please pay|total for this invoice|total inclusive gst|total incl. gst|total amt incl. gst|\
            total sales (inclusive of gst)|net total|total incl. vat|total including vat|total price|to pay|amount paid|nett total|\
            gesamtbetrag|rechnungsbetrag|endbetrag|zahlbetrag|zu zahlen|zu zahlender betrag|gesamtsumme|bruttobetrag|rechnungssumme|\
            summe brutto|zahlungsbetrag|gesamtpreis|endsumme|zu zahlen bis|\
            total ttc|montant ttc|net a payer|somme a payer|montant total|montant a payer|total a payer|total general|total facture|\
            montant total ttc|montant du prelevement|\
            total a pagar|importe total|total factura|total iva incluido|importe a pagar|total con iva|\
            factuur totaal|te betalen|totaalbedrag|totaal te betalen|factuurbedrag|totaal incl. btw|totaal inclusief btw|\
            ご請求金額|請求金額|ご請求予定金額|請求予定金額|合計金額|お支払金額|お支払い金額|請求額|税込合計|ご請求額|領収金額|総合計|お買上合計
            """
        ),
        (.total, 90, "total|gesamt|summe|betrag|totaal|importe|montant|合計|total eur|total usd|total chf|totale"),
        (
            .net, 100,
            """
            subtotal|sub total|sub-total|net amount|total excl. vat|total excluding vat|total excluding gst|excl. gst|amount before tax|\
            zwischensumme|nettobetrag|netto|summe netto|gesamt netto|warenwert|total ht|montant ht|sous-total|sous total|\
            base imponible|total sin iva|subtotaal|exclusief btw|excl. btw|totaal excl. btw|grondslag|小計|税抜合計|税抜金額
            """
        ),
        (
            .tax, 100,
            """
            vat|gst|sales tax|tax|total tax|mwst|ust|umsatzsteuer|mehrwertsteuer|steuerbetrag|tva|montant tva|total tva|iva|cuota iva|\
            btw|btw bedrag|消費税|消費税額|内消費税|service charge|rounding|discount|rabatt|remise|descuento|korting|change|cash|tendered|\
            rounding adjustment|total qty|total items|total saving|total savings|total discount|rueckgeld|rückgeld|お釣り|お預り
            """
        ),
        (
            .balance, 100,
            """
            closing balance|ending balance|new balance|balance|opening balance|previous balance|available balance|current balance|\
            kontostand|neuer saldo|alter saldo|saldo|endsaldo|solde|nouveau solde|ancien solde|solde crediteur|saldo final|\
            saldo anterior|saldo actual|nieuw saldo|oud saldo|eindsaldo|残高|お預り残高
            """
        ),
        (
            .grossPay, 100,
            "gross pay|total earnings|gross salary|gesamtbrutto|steuerbrutto|bruttolohn|salaire brut|total brut|total devengado|salario bruto|brutoloon|総支給額|支給合計"
        ),
        (
            .netPay, 100,
            """
            net pay|take home pay|auszahlungsbetrag|nettoverdienst|nettolohn|salaire net|net paye|net a payer avant impot|\
            liquido a percibir|salario neto|nettoloon|差引支給額|手取額
            """
        ),
    ]
}
