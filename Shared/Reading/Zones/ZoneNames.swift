/// Surname and given names, as a zone writes them.
enum ZoneNames {
    /// Two fillers separate surname and given names. What stands behind the second pair is noise among fillers.
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
        // A name that fills its line to the end may go on.
        return (
            parts.first.map(ZoneSign.words) ?? "", parts.count > 1 ? ZoneSign.words(parts[1]) : "",
            letters.last != ZoneSign.filler
        )
    }
}
