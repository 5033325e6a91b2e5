public import Configuration

/// Whether an installation seals what it stores, and the provider of its keys. All processes that store files have the
/// same settings.
public struct SealingConfiguration: Sendable {
    public enum Switch: String, CaseIterable, Sendable {
        case on
        /// New submissions are stored unsealed. Sealed files are still read if there are keys.
        case off
    }

    /// Nil if this process has no keys.
    public let provider: (any KeyProvider)?
    /// Whether new submissions are sealed.
    public let isOn: Bool

    public init(provider: (any KeyProvider)?, isOn: Bool = true) {
        self.provider = provider
        self.isOn = isOn && provider != nil
    }

    /// `isRequired`: the process cannot run without keys, unless sealing is off.
    public init(reading reader: inout ConfigurationReader, isRequired: Bool = true) {
        let isOn =
            reader.choice(
                "DOCKET_SEALING", default: Switch.on,
                "on: files of new submissions are encrypted before they are stored. off: they are stored as they come") == .on
        let path = reader.optionalString(
            "DOCKET_SEALING_KEYS",
            "File of the installation's keys, each a name and 32 bytes in base64 on a line: the first wraps, the others stay for what they have wrapped"
        )
        var found: KeyFile?
        if let path {
            do throws(KeyFile.Fault) { found = try KeyFile(at: path) } catch {
                reader.fault("DOCKET_SEALING_KEYS", error.description)
            }
        } else if isOn, isRequired {
            reader.fault(
                "DOCKET_SEALING_KEYS",
                "is not set: name a file of keys (`openssl rand -base64 32` makes one), or store files as they come by DOCKET_SEALING=off"
            )
        }
        self.init(provider: found, isOn: isOn)
    }
}
