/// What the names of keys say about their providers.
public enum KeyNames {
    public static let fileVariable = "DOCKET_SEALING_KEYS"

    /// The variable that configures the provider of a key with this name.
    public static func variable(of name: String) -> String {
        if VaultKeys.isOne(name) { return VaultConfiguration.keyVariable }
        if PKCS11Keys.isOne(name) { return PKCS11Keys.keyVariable }
        return KMSKeys.isOne(name) ? KMSConfiguration.keyVariable : fileVariable
    }

    /// What a process without a provider lacks.
    public static let noneIsSet =
        "none of \(fileVariable), \(VaultConfiguration.keyVariable), \(KMSConfiguration.keyVariable) and \(PKCS11Keys.keyVariable) is set"
}
