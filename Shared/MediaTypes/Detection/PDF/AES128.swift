/// AES with a key of 128 bits (FIPS 197), encryption only, for the password hash of AES-256 encrypted PDFs.
///
/// It is not hardened against timing: its inputs are public.
struct AES128 {
    private let roundKeys: [UInt8]

    /// - Precondition: `key` has 16 bytes.
    init(key: [UInt8]) {
        precondition(key.count == 16)
        var schedule = key
        var constant: UInt8 = 1
        while schedule.count < 176 {
            var word = Array(schedule.suffix(4))
            if schedule.count % 16 == 0 {
                word = [word[1], word[2], word[3], word[0]].map { Self.substitution[Int($0)] }
                word[0] ^= constant
                constant = Self.doubled(constant)
            }
            for index in 0..<4 { schedule.append(schedule[schedule.count - 16] ^ word[index]) }
        }
        roundKeys = schedule
    }

    /// Cipher block chaining without padding. Leaves out an incomplete last block.
    func encryptCBC(_ data: [UInt8], vector: [UInt8]) -> [UInt8] {
        var previous = vector
        var result: [UInt8] = []
        result.reserveCapacity(data.count)
        for start in stride(from: 0, through: data.count - 16, by: 16) {
            for index in 0..<16 { previous[index] ^= data[start + index] }
            encrypt(&previous)
            result += previous
        }
        return result
    }

    private func encrypt(_ block: inout [UInt8]) {
        addRoundKey(0, &block)
        var shifted = block
        for round in 1...10 {
            // Bytes are substituted while their rows are shifted.
            for index in 0..<16 { shifted[index] = Self.substitution[Int(block[(index + index % 4 * 4) % 16])] }
            block = shifted
            if round < 10 { mixColumns(&block) }
            addRoundKey(round, &block)
        }
    }

    private func addRoundKey(_ round: Int, _ block: inout [UInt8]) {
        for index in 0..<16 { block[index] ^= roundKeys[round * 16 + index] }
    }

    private func mixColumns(_ block: inout [UInt8]) {
        for column in stride(from: 0, to: 16, by: 4) {
            let (a, b, c, d) = (block[column], block[column + 1], block[column + 2], block[column + 3])
            let all = a ^ b ^ c ^ d
            block[column] = a ^ all ^ Self.doubled(a ^ b)
            block[column + 1] = b ^ all ^ Self.doubled(b ^ c)
            block[column + 2] = c ^ all ^ Self.doubled(c ^ d)
            block[column + 3] = d ^ all ^ Self.doubled(d ^ a)
        }
    }

    private static func doubled(_ byte: UInt8) -> UInt8 {
        byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1b)
    }

    /// Inverses in GF(2⁸), transformed (section 5.1.1).
    private static let substitution: [UInt8] = {
        var table = [UInt8](repeating: 0x63, count: 256)
        var (value, inverse): (UInt8, UInt8) = (1, 1)
        repeat {
            // Multiplied by 3, and the inverse divided by it.
            value ^= doubled(value)
            inverse ^= inverse << 1
            inverse ^= inverse << 2
            inverse ^= inverse << 4
            if inverse & 0x80 != 0 { inverse ^= 0x09 }
            var mixed: UInt8 = inverse ^ 0x63
            for count: UInt8 in 1...4 { mixed ^= inverse << count | inverse >> (8 - count) }
            table[Int(value)] = mixed
        } while value != 1
        return table
    }()
}
