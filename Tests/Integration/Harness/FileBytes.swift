import FoundationEssentials

enum FileBytes {
    static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
}
