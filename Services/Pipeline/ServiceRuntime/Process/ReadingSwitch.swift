public import Configuration

/// Whether this installation reads documents, if a journey asks for it.
public enum ReadingSwitch: String, CaseIterable, Sendable {
    case on, off

    public static let variable = "DOCKET_READING"

    public static func isOn(reading reader: inout ConfigurationReader) -> Bool {
        reader.choice(
            variable, default: ReadingSwitch.on,
            "off: no page is read, whatever a journey asks for; submissions end when their pages are made") == .on
    }
}
