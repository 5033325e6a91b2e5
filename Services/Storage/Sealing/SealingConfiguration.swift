public import Configuration
public import EventLoop
import PKCS11

/// Whether an installation seals what it stores, and the providers of its keys. All processes that store files have the
/// same settings.
public struct SealingConfiguration: Sendable {
    public enum Switch: String, CaseIterable, Sendable {
        case on
        /// New submissions are stored unsealed. Sealed files are still read if there are keys.
        case off
    }

    /// Who wraps the tenants' keys.
    public enum Provider: String, CaseIterable, Sendable {
        case file
        case vault
        case kms = "aws-kms"
        case pkcs11
    }

    /// Who wraps, for people: a file, or a key and its server. Nil if this process has no keys.
    public let place: String?
    private let make: (@Sendable (EventLoopGroup) -> (any KeyProvider)?)?
    /// Whether new submissions are sealed.
    public let isOn: Bool

    public var hasKeys: Bool { make != nil }

    public init(provider: (any KeyProvider)?, isOn: Bool = true) {
        guard let provider else {
            self.init(nil, place: nil, isOn: isOn)
            return
        }
        self.init({ _ in provider }, place: "a provider of its own", isOn: isOn)
    }

    private init(_ make: (@Sendable (EventLoopGroup) -> (any KeyProvider)?)?, place: String?, isOn: Bool) {
        (self.make, self.place) = (make, place)
        self.isOn = isOn && make != nil
    }

    /// The provider; those over the network work on the group's loops.
    public func makeProvider(_ group: EventLoopGroup) -> (any KeyProvider)? { make?(group) }

    /// `isRequired`: the process cannot run without keys, unless sealing is off.
    public init(reading reader: inout ConfigurationReader, isRequired: Bool = true) {
        let isOn =
            reader.choice(
                "DOCKET_SEALING", default: Switch.on,
                "on: files of new submissions are encrypted before they are stored. off: they are stored as they come") == .on
        let providers = KeyProviders(reading: &reader, isRequired: isOn && isRequired)
        let make: @Sendable (EventLoopGroup) -> (any KeyProvider)? = { providers.make($0) }
        let place = providers.place
        self.init(place == nil ? nil : make, place: place, isOn: isOn)
    }
}

/// The providers that a process has: the one that wraps, and others for what they have wrapped.
private struct KeyProviders: Sendable {
    private let first: SealingConfiguration.Provider
    private let file: (path: String, keys: KeyFile)?
    private let vault: VaultConfiguration?
    private let kms: KMSConfiguration?
    private let pkcs11: TokenKey?

    init(reading reader: inout ConfigurationReader, isRequired: Bool) {
        first = reader.choice(
            "DOCKET_SEALING_PROVIDER", default: .file,
            "Whose key wraps the tenants' keys: file, vault, aws-kms or pkcs11. Others that are configured open what they have wrapped"
        )
        file = Self.file(&reader, isRequired: isRequired && first == .file)
        vault = VaultConfiguration(reading: &reader)
        kms = KMSConfiguration(reading: &reader)
        pkcs11 = TokenKey(
            reading: &reader, PKCS11Keys.keyVariable, .aes,
            "AES key in a token that wraps the tenants' keys, as a URI (RFC 7512): pkcs11:token=docket;object=main-2026",
            neededBy: first == .pkcs11 ? "DOCKET_SEALING_PROVIDER=pkcs11" : nil)
        if first == .vault, vault == nil {
            reader.fault(VaultConfiguration.keyVariable, "is not set; DOCKET_SEALING_PROVIDER=vault needs it")
        }
        if first == .kms, kms == nil {
            reader.fault(KMSConfiguration.keyVariable, "is not set; DOCKET_SEALING_PROVIDER=aws-kms needs it")
        }
    }

    private static func file(_ reader: inout ConfigurationReader, isRequired: Bool) -> (String, KeyFile)? {
        let help =
            "File of the installation's keys, each a name and 32 bytes in base64 on a line: the first wraps, the others stay for what they have wrapped"
        guard let path = reader.optionalString(KeyNames.fileVariable, help) else {
            if isRequired {
                reader.fault(
                    KeyNames.fileVariable,
                    """
                    is not set: name a file of keys (`openssl rand -base64 32` makes one), or a key service by \
                    DOCKET_SEALING_PROVIDER; or store files as they come by DOCKET_SEALING=off
                    """
                )
            }
            return nil
        }
        do throws(KeyFile.Fault) { return (path, try KeyFile(at: path)) } catch {
            reader.fault(KeyNames.fileVariable, error.description)
            return nil
        }
    }

    /// The one that wraps; nil if there is none.
    var place: String? {
        switch first {
        case .file: file.map(\.path)
        case .vault: vault.map { "\($0.key) of Vault at \($0.address)" }
        case .kms: kms.map { "\($0.key) of KMS at \($0.endpoint)" }
        case .pkcs11: pkcs11.map { "\($0.uri.text) by \($0.token.module)" }
        }
    }

    /// Nil if there is none that wraps.
    func make(_ group: EventLoopGroup) -> (any KeyProvider)? {
        var all: [(kind: SealingConfiguration.Provider, provider: any KeyProvider)] = []
        if let file { all.append((.file, file.keys)) }
        if let vault { all.append((.vault, VaultKeys(vault, group: group))) }
        if let kms { all.append((.kms, KMSKeys(kms, group: group))) }
        if let pkcs11 { all.append((.pkcs11, PKCS11Keys(pkcs11.uri, TokenAccess(pkcs11.token)))) }
        let others = all.filter { $0.kind != first }.map(\.provider)
        return all.first { $0.kind == first }.map { KeyRing($0.provider, others: others) }
    }
}
