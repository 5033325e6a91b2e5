/// A field of letters and digits with its check digit, corrected if exactly one correction makes the digit valid.
struct MendedField {
    let signs: [UInt8]
    let check: UInt8
    let holds: Bool
    let isMended: Bool

    init(_ signs: [UInt8], check: UInt8) {
        let check = ZoneSign.checkSign(check)
        self.check = check
        if ZoneSign.holds(check, for: signs) {
            (self.signs, holds, isMended) = (signs, true, false)
            return
        }
        let ways = Self.ways(signs).filter { ZoneSign.holds(check, for: $0) }
        if let only = ways.first, ways.count == 1 {
            (self.signs, holds, isMended) = (only, true, true)
        } else {
            (self.signs, holds, isMended) = (signs, false, false)
        }
    }

    /// Possible corrections. A recogniser that takes one zero of a run for an O takes all of them. So there are few
    /// corrections, and one that makes the digit valid is seldom chance.
    private static func ways(_ signs: [UInt8]) -> Set<[UInt8]> {
        var ways: Set<[UInt8]> = []
        var index = 0
        while index < signs.count {
            var end = index
            while end < signs.count, ZoneSign.alike(signs[end]) != nil { end += 1 }
            if end > index {
                let run = signs[index..<end].map { ZoneSign.isCapital($0) ? ZoneSign.alike($0) ?? $0 : $0 }
                ways.insert(signs[..<index] + run + signs[end...])
                // All from here on.
                ways.insert(signs[..<index] + signs[index...].map { ZoneSign.isCapital($0) ? ZoneSign.alike($0) ?? $0 : $0 })
            }
            index = max(end, index + 1)
        }
        ways.remove(signs)
        return ways
    }
}
