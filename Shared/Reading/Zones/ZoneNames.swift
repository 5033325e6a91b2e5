/// Surname and given names of a zone.
enum ZoneNames {
    /// Two fillers separate surname and given names. Text after the second pair is noise among fillers.
    static func read(_ signs: ArraySlice<UInt8>) -> (surname: String, givenNames: String, isCut: Bool) {
        let letters = signs.map(ZoneSign.letter)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < letters.count, parts.count < 2 {
            if letters[index] == ZoneSign.filler, index + 1 == letters.count || letters[index + 1] == ZoneSign.filler {
                if index > start { parts.append(letters[start..<index]) }
                while index < letters.count, letters[index] == ZoneSign.filler { index += 1 }
                start = index
            } else {
                index += 1
            }
        }
        if parts.count < 2, start < letters.count { parts.append(letters[start...]) }
        let isCut = letters.last != ZoneSign.filler
        let surname = parts.first ?? []
        let given = parts.count > 1 ? withoutNoise(parts[1]) : []
        // Both fillers between the names may be read as one K between two: MUSTERMANN<K<ERIKA.
        if given.isEmpty, let split = surname.indices.first(where: { surname[$0...].starts(with: "<K<".utf8) }) {
            return (ZoneSign.words(surname[..<split]), ZoneSign.words(withoutNoise(surname[(split + 3)...])), isCut)
        }
        // A name that fills its line to the end may go on.
        return (ZoneSign.words(surname), ZoneSign.words(given), isCut)
    }

    /// A recogniser reads a filler as K more often than anyone's last name is K.
    private static func withoutNoise(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = name.lastIndex { $0 != UInt8(ascii: "K") && $0 != ZoneSign.filler }
        guard let end else { return [] }
        let tail = name[(end + 1)...]
        return tail.first == ZoneSign.filler ? name[...end] : name
    }
}
