/// Signs and codes of currencies, folded.
enum Currency {
    /// Signs that need no blank before the number, the longest first.
    private static let signs: [(sign: [Unicode.Scalar], code: String?)] = [
        ("us$", "USD"), ("a$", "AUD"), ("c$", "CAD"), ("hk$", "HKD"), ("s$", "SGD"), ("nz$", "NZD"), ("r$", "BRL"), ("$", nil),
        ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"), ("円", "JPY"), ("₹", "INR"), ("₩", "KRW"), ("zł", "PLN"), ("₽", "RUB"),
        ("rm", "MYR"), ("rs.", "INR"), ("rs", "INR"), ("fr.", "CHF"), ("sfr.", "CHF"), ("kr.", nil), ("kr", nil), ("zl", "PLN"),
        ("kc", "CZK"), ("ft", "HUF"), ("euros", "EUR"), ("euro", "EUR"), ("eu", "EUR"),
    ].map { (Array($0.unicodeScalars), $1) }

    private static let codes: Set<String> = Set(
        """
        eur usd gbp chf jpy cad aud nzd sek nok dkk pln czk huf ron bgn try inr cny hkd sgd myr thb idr php krw twd zar mxn brl ars \
        clp cop pen ils aed sar qar rub uah
        """.split(at: " ").map(String.init))

    /// The currency that ends right before an index, or one blank before it.
    static func before(_ index: Int, in line: TextLine) -> (code: String?, start: Int)? {
        var end = index
        while end > 0, line.scalars[end - 1] == " ", index - end < 2 { end -= 1 }
        for (sign, code) in signs where end >= sign.count && line.scalars[(end - sign.count)..<end].elementsEqual(sign) {
            let start = end - sign.count
            if sign.first?.isSmallLatin == true, line.scalar(start - 1)?.isOfWord == true { continue }
            return (code, start)
        }
        return code(end - 3, in: line).map { ($0, end - 3) }
    }

    /// The currency that begins right after an index, or one blank after it.
    static func behind(_ index: Int, in line: TextLine) -> (code: String?, end: Int)? {
        var start = index
        while line.scalar(start) == " ", start - index < 2 { start += 1 }
        for (sign, code) in signs where start + sign.count <= line.scalars.count {
            let end = start + sign.count
            guard line.scalars[start..<end].elementsEqual(sign) else { continue }
            if sign.last?.isSmallLatin == true, line.scalar(end)?.isOfWord == true { continue }
            return (code, end)
        }
        return code(start, in: line).map { ($0, start + 3) }
    }

    private static func code(_ start: Int, in line: TextLine) -> String? {
        guard start >= 0, start + 3 <= line.scalars.count, line.scalars[start..<(start + 3)].allSatisfy(\.isSmallLatin),
            line.scalar(start - 1)?.isSmallLatin != true, line.scalar(start + 3)?.isSmallLatin != true
        else { return nil }
        let code = line.text(start..<(start + 3))
        return codes.contains(code) ? String(decoding: code.utf8.map { $0 - 32 }, as: UTF8.self) : nil
    }
}
