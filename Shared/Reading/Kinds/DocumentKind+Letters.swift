/// Utility bills, letters of authorities, and proofs of property.
extension DocumentKind {
    static let letters: [DocumentKind] = [
        kind(
            "utility-bill",
            names: """
                utility bill|Strom-, Gas- oder Wasserrechnung|facture d’énergie, d’eau ou de téléphone|\
                factura de suministros|公共料金の請求書
                """,
            titles: """
                electricity bill|gas bill|water bill|energy bill|utility bill|your electricity|your energy bill|phone bill|\
                telephone bill|internet bill|broadband bill|stromrechnung|gasrechnung|wasserrechnung|energierechnung|telefonrechnung|\
                verbrauchsabrechnung|jahresabrechnung strom|facture d'électricité|facture de gaz|facture d'eau|facture internet|\
                facture téléphone|facture mobile|factura de electricidad|factura de la luz|factura de luz|factura de gas|factura de agua|\
                factura de teléfono|energierekening|energienota|jaarafrekening|電気ご使用量のお知らせ|電気料金|ガス料金|水道料金|\
                電気料金請求書|使用水量のお知らせ
                """,
            words: """
                kwh|meter number|meter reading|meter reads|standing charge|supply address|tariff|unit rate|usage|consumption|mpan|mprn|\
                broadband|line rental|sewerage|zählerstand|zählernummer|verbrauch|arbeitspreis|grundpreis|abschlag|lieferstelle|\
                marktlokation|netzentgelt|verbrauchsstelle|stadtwerke|abonnement|consommation|relevé compteur|numéro de compteur|\
                point de livraison|pdl|heures pleines|heures creuses|contribution tarifaire|communications|forfait|ligne|freebox|\
                potencia contratada|energía consumida|término de potencia|cups|contador|lectura|consumo|peaje|meterstand|verbruik|\
                leveringstarief|netbeheer|ean|使用量|ご使用量|検針|契約種別|基本料金|ご契約|kW|m3
                """, layout: [.total, .paymentCode], showsAddress: true),
        kind(
            "bank-letter",
            names: "letter from a bank|Schreiben einer Bank|lettre d’une banque|carta de un banco|銀行からの通知",
            titles: """
                bank reference letter|confirmation of account|letter of reference|account confirmation|bankbestätigung|kontobestätigung|\
                attestation bancaire|attestation de compte|certificado bancario|certificado de titularidad|bankverklaring|口座証明書
                """,
            words: """
                we confirm that|holds an account|account holder|branch|wir bestätigen|kontoinhaber|filiale|nous certifions|\
                titulaire du compte|agence|certificamos|titular de la cuenta|sucursal|iban|bic|sort code
                """, showsAddress: true),
        kind(
            "council-tax-bill",
            names: "local tax bill|Grundsteuerbescheid|avis de taxe locale|recibo de impuestos municipales|地方税の納税通知書",
            titles: """
                council tax|council tax bill|property tax bill|property tax statement|grundsteuerbescheid|grundsteuer|\
                grundbesitzabgaben|taxe d'habitation|taxe foncière|avis de taxe foncière|impuesto sobre bienes inmuebles|recibo del ibi|\
                ozb aanslag|gemeentelijke belastingen|固定資産税|納税通知書|住民税
                """,
            words: """
                valuation band|instalments|borough council|city council|parish|hebesatz|messbetrag|gemeinde|abgabenbescheid|commune|\
                valeur locative|base d'imposition|ayuntamiento|valor catastral|referencia catastral|gemeente|woz-waarde|市町村|課税標準額|納期
                """, showsAddress: true),
        kind(
            "tax-return",
            names: "tax return|Steuerbescheid oder -erklärung|avis d’impôt|declaración de la renta|確定申告書",
            titles: """
                tax return|income tax return|tax assessment|notice of assessment|tax calculation|self assessment|steuererklärung|\
                einkommensteuerbescheid|einkommensteuererklärung|steuerbescheid|bescheid über einkommensteuer|avis d'impôt|\
                avis d'imposition|déclaration de revenus|avis d'impôt sur les revenus|avis de situation déclarative|\
                declaración de la renta|impuesto sobre la renta|modelo 100|belastingaangifte|aanslag inkomstenbelasting|確定申告書|\
                源泉徴収票|所得税及び復興特別所得税
                """,
            words: """
                tax year|taxable income|total income|hm revenue|internal revenue service|form 1040|w-2|adjusted gross income|utr|\
                finanzamt|steuernummer|zu versteuerndes einkommen|festgesetzt|veranlagung|einkünfte|identifikationsnummer|\
                revenu fiscal de référence|nombre de parts|numéro fiscal|direction générale des finances publiques|foyer fiscal|\
                agencia tributaria|base liquidable|rendimientos|cuota íntegra|nif|belastingdienst|verzamelinkomen|税務署|課税所得|所得金額|給与所得
                """, showsAddress: true),
        kind(
            "tenancy-agreement",
            names: "tenancy agreement|Mietvertrag|contrat de location|contrato de alquiler|賃貸借契約書",
            titles: """
                tenancy agreement|lease agreement|rental agreement|residential lease|assured shorthold tenancy|mietvertrag|\
                wohnungsmietvertrag|contrat de location|bail d'habitation|contrat de bail|bail de location|contrato de arrendamiento|\
                contrato de alquiler|huurovereenkomst|huurcontract|賃貸借契約書|建物賃貸借契約
                """,
            words: """
                landlord|tenant|lessor|lessee|rent|deposit|premises|term of tenancy|vermieter|mieter|mietsache|kaution|kaltmiete|\
                nebenkosten|bailleur|locataire|loyer|dépôt de garantie|charges|arrendador|arrendatario|renta|fianza|vivienda|verhuurder|\
                huurder|huurprijs|waarborgsom|貸主|借主|賃料|敷金|礼金
                """, showsAddress: true),
        kind(
            "insurance",
            names: "insurance policy|Versicherungsschein|attestation d’assurance|póliza de seguro|保険証券",
            titles: """
                insurance policy|certificate of insurance|policy schedule|insurance certificate|versicherungsschein|\
                versicherungspolice|versicherungsbestätigung|beitragsrechnung|attestation d'assurance|contrat d'assurance|\
                police d'assurance|avis d'échéance|póliza de seguro|certificado de seguro|recibo de seguro|verzekeringspolis|polisblad|\
                保険証券|保険証書|保険料払込証明書
                """,
            words: """
                policy number|policyholder|insured|premium|cover|sum insured|excess|versicherungsnehmer|versicherungsnummer|beitrag|\
                versicherungssumme|selbstbeteiligung|deckung|assuré|prime|garanties|franchise|souscripteur|sinistre|tomador|asegurado|\
                prima|cobertura|capital asegurado|verzekeringnemer|premie|dekking|被保険者|保険契約者|保険料|保険金額|保険期間
                """, showsAddress: true),
        kind(
            "title-deed",
            names: "title deed|Eigentumsurkunde|acte de propriété|escritura de propiedad|登記済証",
            titles: """
                title deed|deed of title|warranty deed|grant deed|transfer of title|official copy of register of title|kaufvertrag|\
                übertragungsvertrag|auflassung|acte de vente|acte de propriété|titre de propriété|acte authentique|escritura pública|\
                escritura de compraventa|título de propiedad|eigendomsakte|akte van levering|leveringsakte|登記済証|登記識別情報|権利証
                """,
            words: """
                grantor|grantee|notary|freehold|leasehold|conveyance|parcel|notar|urkundenrolle|grundbuch|verkäufer|käufer|flurstück|\
                notaire|vendeur|acquéreur|cadastre|parcelle|notario|registro de la propiedad|finca|vendedor|comprador|protocolo|notaris|\
                kadaster|koper|verkoper|不動産|所有権|登記|司法書士
                """, passesFor: ["purchase-contract", "sale-contract"]),
        kind(
            "land-register-extract",
            names: "extract of the land register|Grundbuchauszug|extrait du registre foncier|nota simple del registro|登記事項証明書",
            titles: """
                land registry|title register|register of title|grundbuchauszug|grundbuchblatt|auszug aus dem grundbuch|\
                extrait cadastral|relevé de propriété|état hypothécaire|nota simple|nota simple informativa|certificación registral|\
                kadastraal bericht|uittreksel kadaster|登記事項証明書|登記簿謄本|全部事項証明書
                """,
            words: """
                title number|proprietor|tenure|charges register|property register|abteilung i|abteilung ii|bestandsverzeichnis|\
                amtsgericht|eigentümer|flurstück|gemarkung|publicité foncière|section|contenance|titularidad|cargas|inscripción|tomo|\
                folio|kadastrale|rechthebbende|表題部|権利部|甲区|乙区
                """),
        kind(
            "purchase-contract",
            names: "purchase contract|Kaufvertrag|contrat de vente|contrato de compraventa|売買契約書",
            titles: """
                purchase agreement|sale and purchase agreement|contract of sale|sales contract|bill of sale|kaufvertrag|\
                compromis de vente|promesse de vente|contrat de vente|contrato de compraventa|koopovereenkomst|koopcontract|\
                売買契約書|不動産売買契約書
                """,
            words: """
                purchaser|vendor|buyer|seller|purchase price|completion date|kaufpreis|käufer|verkäufer|prix de vente|acquéreur|vendeur|\
                precio de venta|comprador|vendedor|koopsom|koper|verkoper|売主|買主|売買代金
                """, passesFor: ["sale-contract"]),
        kind(
            "inheritance",
            names: "document of an inheritance|Nachlassunterlage|document de succession|documento de herencia|相続書類",
            titles: """
                last will|grant of probate|letters of administration|certificate of inheritance|will and testament|erbschein|testament|\
                acte de notoriété|certificat d'hérédité|déclaration de succession|testamento|declaración de herederos|\
                verklaring van erfrecht|遺言書|遺産分割協議書|相続
                """,
            words: """
                executor|estate|deceased|beneficiary|heir|nachlass|erbe|erblasser|nachlassgericht|héritier|défunt|succession|heredero|\
                causante|herencia|erfgenaam|nalatenschap|相続人|被相続人|遺産
                """),
    ]
}
