/// An amount of money as it is printed.
public struct ReadAmount: Hashable, Sendable {
    /// In hundredths of the currency's unit, also where it has none. Less than zero for what is taken off.
    public let hundredths: Int
    /// By ISO 4217; nil where the print leaves it open, as `$` does.
    public let currency: String?
    public let meaning: Meaning

    public init(hundredths: Int, currency: String?, meaning: Meaning) {
        self.hundredths = hundredths
        self.currency = currency
        self.meaning = meaning
    }

    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        /// What is to be paid, or was.
        case total
        /// Without tax, or before something is added.
        case net
        case tax
        /// What an account holds.
        case balance
        /// What a person earns, before and after what is taken off.
        case grossPay = "gross-pay"
        case netPay = "net-pay"
        case other
    }
}
