/// The encoding of frame headers and control messages: a version, then the fields in order. Equal messages have equal
/// bytes.
///
/// A child exists for a few milliseconds, and a general coder (JSON) would take as long to look up types at run time.
public enum WireCoding {
    /// Increases when a message changes: worker and decoder are two programs, and one may be older. It is counted by hand: a number
    /// made of the fields' types would not change where two of one type change places.
    static let version: UInt8 = 17

    public static func encode(_ message: some WireMessage) -> [UInt8] {
        var wire = WireWriter()
        wire.tag(version)
        wire.write(message)
        return wire.bytes
    }

    /// - Throws: `malformedHeader` for bytes that `encode` does not make from this type.
    public static func decode<Message: WireMessage>(
        _ type: Message.Type, from bytes: [UInt8]
    ) throws(JailFrameFault) -> Message {
        var wire = WireReader(bytes)
        guard try wire.read(UInt8.self) == version else { throw .malformedHeader }
        let message = try wire.read(type)
        guard wire.isAtEnd else { throw .malformedHeader }
        return message
    }
}
