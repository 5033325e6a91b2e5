import FoundationEssentials

/// The JSON of frame headers and control messages. Keys are sorted: the same message has the same bytes.
public enum WireCoding {
    public static func encode(_ message: some Encodable) throws(JailFrameFault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return [UInt8](try encoder.encode(message))
        } catch {
            throw .malformedHeader
        }
    }

    public static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(JailFrameFault) -> Message {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .malformedHeader
        }
    }
}
