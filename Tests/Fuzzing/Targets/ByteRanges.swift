@testable import HTTPServer

/// `Range`. What must hold: a part that is answered lies within what there is, and holds something.
enum ByteRanges: FuzzTarget {
    /// A line with the length of what is asked of, then lines with fields.
    static func run(_ input: [UInt8]) {
        let lines = String(decoding: input, as: UTF8.self).utf8.split(separator: 0x0A).prefix(8).map { String(Substring($0)) }
        guard let first = lines.first, let length = Int64(first), length >= 0 else { return }
        precondition(ByteRange(nil, length: length) == .whole)
        for line in lines.dropFirst() {
            switch ByteRange(line, length: length) {
            case .whole, .unsatisfiable: break
            case .part(let range):
                precondition(range.lowerBound >= 0 && range.upperBound <= length, "a part lies within the whole")
                precondition(!range.isEmpty, "a part holds something")
            }
        }
    }

    static var seeds: [[UInt8]] {
        ["‹1000›\nbytes=‹0›-‹499›", "‹9223372036854775807›\nbytes=‹1›-", "‹1000›\nBytes= -‹5› ", "‹0›\nbytes=0-0,1-2\nbytes=-"]
            .flatMap(HostileNumbers.seeds)
    }
}
