/// Evidence that money came from a sale or a gift.
extension DocumentKind {
    static let contracts: [DocumentKind] = [
        kind(
            "sale-contract",
            names: "contract of a sale|Vertrag über einen Verkauf|acte de cession|contrato de venta|譲渡契約書",
            titles: """
                sale agreement|agreement for sale|share purchase agreement|share sale agreement|asset purchase agreement|\
                business sale agreement|deed of sale|completion statement|verkaufsvertrag|anteilskaufvertrag|\
                unternehmenskaufvertrag|geschäftsanteilskaufvertrag|veräußerungsvertrag|acte de cession|contrat de cession|\
                cession de parts sociales|cession d'actions|cession de fonds de commerce|contrato de venta|\
                contrato de compraventa de acciones|contrato de compraventa de participaciones|venta de participaciones|\
                verkoopovereenkomst|aandelenoverdracht|株式譲渡契約書|事業譲渡契約書|譲渡契約書
                """,
            words: """
                seller|buyer|purchase price|consideration|completion|shares|warranties|proceeds|verkäufer|käufer|kaufpreis|\
                geschäftsanteile|gewährleistung|übergang|cédant|cessionnaire|prix de cession|parts sociales|actions|vendedor|\
                comprador|precio|participaciones|acciones|verkoper|koper|koopprijs|aandelen|譲渡人|譲受人|譲渡代金|株式
                """, passesFor: ["purchase-contract"]),
        kind(
            "gift-letter",
            names: "letter of a gift|Schenkungsvertrag|lettre de don|carta de donación|贈与契約書",
            titles: """
                gift letter|letter of gift|deed of gift|gifted deposit letter|gift declaration|declaration of gift|\
                schenkungsvertrag|schenkungsurkunde|schenkungserklärung|schenkungsbestätigung|lettre de don|attestation de don|\
                acte de donation|déclaration de don|déclaration de don manuel|carta de donación|contrato de donación|\
                escritura de donación|declaración de donación|schenkingsovereenkomst|schenkingsakte|schenkingsverklaring|\
                贈与契約書|贈与証書|贈与証明書
                """,
            words: """
                donor|recipient|gift|gifted|not repayable|no repayment|unconditional|relationship|schenker|schenkerin|beschenkter|\
                beschenkte|schenkung|unentgeltlich|donateur|donatrice|donataire|don manuel|somme de|sans contrepartie|donante|\
                donatario|donación|sin contraprestación|schenking|begiftigde|贈与者|受贈者|贈与
                """),
    ]
}
