import Crypto

extension SubmissionKey {
    /// Seals a value of the submission, such as a column of a row. It opens for the same use only.
    public func sealed(_ value: [UInt8], for use: String) throws(SealingError) -> [UInt8] {
        do {
            return Self.form + (try AES256GCM.seal(value, key: valueKey, context: context + Array(use.utf8)))
        } catch {
            throw SealingError(.unavailable, "the \(use) of the submission \(submission) cannot be sealed: \(error.description)")
        }
    }

    /// - Throws: `damaged` for what was not sealed by this key for this use.
    public func opened(_ sealed: [UInt8], for use: String) throws(SealingError) -> [UInt8] {
        guard sealed.starts(with: Self.form),
            let value = AES256GCM.open(
                Array(sealed.dropFirst(Self.form.count)), key: valueKey, context: context + Array(use.utf8))
        else { throw SealingError(.damaged, "the \(use) of the submission \(submission) is not what was sealed") }
        return value
    }

    /// The form of a sealed value: a later one has another number.
    private static let form: [UInt8] = [1]

    private var valueKey: SecretBytes { key(for: "docket values of a submission 1", salt: []) }
}
