import Testing

@testable import Shared

/// What a document looks like.
@Suite struct ReadingKindTests {
    static let today = CalendarDate("2026-11-24")!

    func read(_ lines: String..., proportion: Double = 0.707) -> KindReading {
        let page = PageText.written(lines)
        let shaped = PageText(source: .layer, proportion: proportion, words: page.words)
        return KindReader().read(DocumentText([shaped]), today: Self.today)
    }

    static let documents: [(lines: [String], kind: DocumentTypeID)] = [
        (["Your electricity bill", "Meter reading 12345", "Usage 120 kWh", "Standing charge £3.00"], "utility-bill"),
        (["Stromrechnung", "Zählerstand 1234", "Verbrauch 300 kWh", "Arbeitspreis"], "utility-bill"),
        (["Facture d’électricité", "Point de livraison", "Consommation 300 kWh", "Heures creuses"], "utility-bill"),
        (["Factura de la luz", "Potencia contratada", "Energía consumida", "CUPS ES00"], "utility-bill"),
        (["電気ご使用量のお知らせ", "ご使用量 300 kWh", "検針日 8月24日", "契約種別 従量電灯"], "utility-bill"),
        (["Kontoauszug Nr. 4", "Alter Kontostand", "Buchungstag", "Neuer Kontostand"], "bank-statement"),
        (["Relevé de compte", "Ancien solde", "Date valeur", "Virement"], "bank-statement"),
        (["Payslip", "Gross pay 3,000.00", "Deductions", "Net pay 2,000.00", "Tax code 1257L"], "payslip"),
        (["Bulletin de paie", "Salaire brut", "Cotisations", "Net à payer"], "payslip"),
        (["Nómina", "Salario base", "Deducciones", "IRPF"], "payslip"),
        (["給与明細書", "基本給", "総支給額", "差引支給額"], "payslip"),
        (["Einkommensteuerbescheid", "Finanzamt Köln", "Festgesetzt"], "tax-return"),
        (["Avis d’impôt sur les revenus", "Revenu fiscal de référence", "Numéro fiscal"], "tax-return"),
        (["Mietvertrag", "Vermieter", "Mieter", "Kaution"], "tenancy-agreement"),
        (["Escritura pública", "Notario", "Finca"], "title-deed"),
        (["Versicherungsschein", "Versicherungsnehmer", "Beitrag"], "insurance"),
        (["Rechnung", "Menge", "Einzelpreis", "MwSt"], "invoice"),
        (["登記事項証明書", "表題部", "権利部"], "land-register-extract"), (["FÜHRERSCHEIN", "4a. 4b. 4c.", "Klassen"], "driving-licence"),
        (["Titre de séjour", "Remarques", "Type de titre"], "residence-permit"),
    ]

    @Test(arguments: documents)
    func aKindIsKnownByItsWords(lines: [String], kind: DocumentTypeID) {
        let reading = KindReader().read(DocumentText([.written(lines)]), today: Self.today)
        #expect(reading.looksLike?.kind == kind, "\(reading.candidates.map { "\($0.kind) \($0.score)" })")
        #expect(reading.looksLike?.evidence.isEmpty == false)
    }

    @Test func aZoneTellsAPassport() {
        let reading = read(
            "UTOPIA", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        #expect(reading.looksLike?.kind == "passport")
        let card = read(
            "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<", "identity card",
            proportion: 1.58)
        #expect(card.looksLike?.kind == "identity-card")
    }

    @Test func rowsOfBookingsSpeakForAStatement() {
        let rows = (1...8).map { "0\($0)/04/2024   Shop   12.00" }
        let reading = KindReader().read(DocumentText([.written(rows)]), today: Self.today)
        let evidence = reading.candidates.first { $0.kind == "bank-statement" }?.evidence ?? []
        #expect(evidence.contains { $0.value == .layout(.bookings) })
    }

    @Test func whatIsDeclaredIsComparedWithWhatItLooksLike() {
        let payslip = read("Payslip", "Gross pay 3,000.00", "Deductions", "Net pay 2,000.00")
        guard case .looksLike(let other) = payslip.verdict(declared: "utility-bill") else {
            Issue.record("A payslip passes as a utility bill.")
            return
        }
        #expect(other.kind == "payslip")
        guard case .fits = payslip.verdict(declared: "payslip") else {
            Issue.record("A payslip is none.")
            return
        }
        #expect(read("Dear Anna", "see you soon at the lake", "Bob").verdict(declared: "payslip") == .unclear)
        #expect(read().verdict(declared: "payslip") == .noText)
        #expect(read("x", "7").verdict(declared: "payslip") == .noText)
    }

    @Test func aBillOfEnergyIsAnInvoiceToo() {
        let bill = read(
            "Facture n° 12", "Date de facture 3 mai 2026", "Total HT 1,00", "Total TTC 1,20", "TVA", "Forfait", "Abonnement",
            "Communications", "Ligne")
        guard case .fits = bill.verdict(declared: "utility-bill") else {
            Issue.record("A bill of a telephone is none.")
            return
        }
    }

    @Test func aJourneyDeclaresKindsOfItsOwn() {
        let kind = DocumentKind(id: "fishing-licence", titles: ["Fischereischein"], words: ["Angler", "Gewässer"])
        let reader = KindReader([kind])
        let reading = reader.read(DocumentText("FISCHEREISCHEIN", "Angler: Anna", "Gewässer: alle"), today: Self.today)
        #expect(reading.looksLike?.kind == "fishing-licence")
        #expect(reader.read(DocumentText("nothing of the kind here"), today: Self.today).candidates.isEmpty)
    }

    /// Every type of the built-in journeys is known by something, and has a name in each language.
    @Test(arguments: JourneyRegistry.builtIn.offered.flatMap(\.documentTypes).map(\.id))
    func everyTypeOfABuiltInJourneyIsKnown(type: DocumentTypeID) throws {
        let kind = try #require(DocumentKind.named(type))
        #expect(!kind.titles.isEmpty && !kind.words.isEmpty)
    }

    @Test func everyKindHasItsNames() {
        #expect(Set(KindNames.names.keys) == Set(DocumentKind.builtIn.map(\.id)))
        for (kind, names) in KindNames.names {
            #expect(names.count == KindNames.languages.count && names.allSatisfy { !$0.isEmpty }, "\(kind)")
            for language in Language.all { #expect(KindNames.name(of: kind, in: language) != nil, "\(kind) \(language)") }
        }
        #expect(KindNames.name(of: "payslip", in: .americanEnglish) == "payslip")
        #expect(KindNames.name(of: "unheard-of", in: .english) == nil)
        #expect(Set(DocumentKind.builtIn.map(\.id)).count == DocumentKind.builtIn.count)
    }

    /// Where a letter of the bank is asked for, a statement of it will do.
    @Test func someKindsPassForOthers() {
        let statement = read("Kontoauszug Nr. 4", "Alter Kontostand", "Buchungstag", "Neuer Kontostand")
        guard case .fits(let kind) = statement.verdict(declared: "bank-letter"), kind.kind == "bank-statement" else {
            Issue.record("A statement is no letter of a bank.")
            return
        }
        guard case .looksLike = statement.verdict(declared: "payslip") else {
            Issue.record("A statement passes as a payslip.")
            return
        }
        let known = Set(JourneyRegistry.builtIn.offered.flatMap(\.documentTypes).map(\.id))
        for kind in DocumentKind.builtIn { #expect(kind.passesFor.isSubset(of: known), "\(kind.id)") }
    }

    @Test func aTypeOfAJourneySaysWhatItIsKnownBy() {
        let types = [
            Fixture.type("fishing-licence", looksLike: TellTaleWords(titles: ["Fischereischein"], words: ["Angler"])),
            Fixture.type("passport", looksLike: TellTaleWords(titles: ["Passport of Utopia"])), Fixture.type("payslip"),
        ]
        let reader = KindReader(for: Fixture.journey(types: types))
        func looksLike(_ lines: String...) -> DocumentTypeID? {
            reader.read(DocumentText([.written(lines)]), today: Self.today).looksLike?.kind
        }
        #expect(looksLike("FISCHEREISCHEIN", "Angler: Anna") == "fishing-licence")
        #expect(looksLike("Payslip", "Gross pay 3,000.00", "Deductions") == "payslip")
        // Its words take the place of the built-in kind's, and its zone stays what it is.
        #expect(looksLike("Reisepass", "Nationalité", "Autorité") != "passport")
        #expect(
            looksLike("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
                == "passport")
    }
}
