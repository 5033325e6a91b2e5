/// An amount of money as printed.
public struct ReadAmount: Hashable, Sendable {
    /// In hundredths of the currency's unit, even if it has none. Negative for a deduction.
    public let hundredths: Int
    /// ISO 4217; nil if the print is ambiguous, such as `$`.
    public let currency: String?
    public let meaning: Meaning

    public init(hundredths: Int, currency: String?, meaning: Meaning) {
        self.hundredths = hundredths
        self.currency = currency
        self.meaning = meaning
    }

    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        /// The amount to pay, or paid.
        case total
        /// The amount without tax, or before additions.
        case net
        case tax
        /// The balance of an account.
        case balance
        /// A person's pay before deductions. `netPay` is after them.
        case grossPay = "gross-pay"
        case netPay = "net-pay"
        case other
    }
}
