/// Codes of states and organizations in zones (ICAO 9303-3, section 5).
enum ZoneState {
    private static let codes: Set<String> = {
        let text = """
            ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ \
            BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU \
            DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC \
            GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM \
            KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG \
            MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL \
            PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN \
            SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB \
            VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE D EUE GBD GBN GBO GBP GBS RKS RKK UNO UNA UNK UTO XBA XIM XCC XCO XEC XMP XOM XPO \
            XXA XXB XXC XXX XDC XCE XES
            """
        return Set(text.split(at: " ").map(String.init))
    }()

    /// The code as read, or the one code that looks like it.
    static func read(_ signs: ArraySlice<UInt8>) -> String? {
        let letters = signs.map(ZoneSign.letter)
        if let code = known(letters) { return code }
        var found: Set<String> = []
        for index in letters.indices {
            for other in alike(letters[index]) {
                var changed = letters
                changed[index] = other
                if let code = known(changed) { found.insert(code) }
            }
        }
        return found.count == 1 ? found.first : nil
    }

    private static func known(_ letters: [UInt8]) -> String? {
        let code = ZoneSign.words(letters)
        return codes.contains(code) ? code : nil
    }

    private static func alike(_ letter: UInt8) -> [UInt8] {
        let groups: [StaticSignature] = ["ODQ", "IL", "UV", "EF", "CG", "MN"]
        return groups.filter { $0.bytes.contains(letter) }.flatMap { $0.bytes.filter { $0 != letter } }
    }
}
