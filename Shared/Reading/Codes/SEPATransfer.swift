/// The code of a SEPA credit transfer (EPC069-12), which bills print for payment by phone.
public struct SEPATransfer: Hashable, Sendable {
    public let name: String
    public let iban: IBAN
    public let bic: String?
    /// In hundredths of a euro; nil if the payer enters it.
    public let hundredths: Int?
    public let reference: String?
    public let message: String?

    /// Nil for any other code, and for invalid check digits of the account.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "BCD".utf8), let lines = CodeLines.lines(bytes, atMost: 16), lines.count >= 7,
            lines[1].hasSameBytes(as: "001") || lines[1].hasSameBytes(as: "002"), lines[3].hasSameBytes(as: "SCT"),
            !lines[5].isEmpty, let iban = IBAN(lines[6])
        else { return nil }
        func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? lines[index] : nil }
        if let amount = line(7) {
            guard amount.hasBytes(atStart: "EUR"), let value = CodeLines.hundredths(String(amount.unicodeScalars.dropFirst(3)))
            else {
                return nil
            }
            hundredths = value
        } else {
            hundredths = nil
        }
        self.iban = iban
        name = lines[5]
        bic = line(4)
        reference = line(9)
        message = line(10)
    }
}
