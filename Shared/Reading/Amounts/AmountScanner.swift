/// Finds the amounts of a line: 1.234,56, 1,234.56, 1'234.56, 1 234,56, 12 €.
enum AmountScanner {
    struct Amount {
        let hundredths: Int
        let currency: String?
        let hasCurrency: Bool
        let range: Range<Int>
    }

    static func amounts(in line: TextLine) -> [Amount] {
        var found: [Amount] = []
        var index = 0
        while index < line.scalars.count, found.count < 64 {
            guard line.scalars[index].isDigit else {
                index += 1
                continue
            }
            let number = Number(line, at: index)
            if let amount = amount(number, in: line) { found.append(amount) }
            index = max(index + 1, number.end)
        }
        return found
    }

    private static func amount(_ number: Number, in line: TextLine) -> Amount? {
        let before = Currency.before(isMinus(line.scalar(number.start - 1)) ? number.start - 1 : number.start, in: line)
        let behind = Currency.behind(number.end, in: line)
        let hasCurrency = before != nil || behind != nil
        guard let value = number.value(hasCurrency: hasCurrency) else { return nil }
        // Within a word, such as CA6707, and per cent.
        if before == nil, line.scalar(number.start - 1)?.isOfWord == true { return nil }
        var next = number.end
        while line.scalar(next) == " ", next - number.end < 2 { next += 1 }
        if line.scalar(next) == "%" { return nil }
        if behind == nil, line.scalar(number.end)?.isSmallLatin == true { return nil }
        let start = before?.start ?? number.start
        let end = behind?.end ?? number.end
        let isNegative =
            isMinus(line.scalar(start - 1)) || isMinus(line.scalar(number.start - 1)) || isMinus(line.scalar(number.end))
            || (line.scalar(start - 1) == "-" && line.scalar(start - 2) == " ")
        return Amount(
            hundredths: isNegative ? -value : value, currency: before?.code ?? behind?.code, hasCurrency: hasCurrency,
            range: start..<end)
    }

    private static func isMinus(_ scalar: Unicode.Scalar?) -> Bool { scalar == "-" }
}

/// Digits with separators between, from one place of a line.
private struct Number {
    let start: Int
    private(set) var end: Int
    private var groups: [(value: Int, count: Int)] = []
    private var separators: [Unicode.Scalar] = []

    init(_ line: TextLine, at start: Int) {
        self.start = start
        end = start
        while groups.count < 8 {
            var value = 0
            var count = 0
            while let digit = line.scalar(end)?.digit {
                value = min(value, 10_000_000_000_000_000) * 10 + digit
                count += 1
                end += 1
            }
            groups.append((value, count))
            guard let separator = line.scalar(end), line.scalar(end + 1)?.isDigit == true, continues(separator, in: line) else {
                break
            }
            separators.append(separator)
            end += 1
        }
    }

    /// A blank separates only thousands.
    private func continues(_ separator: Unicode.Scalar, in line: TextLine) -> Bool {
        switch separator {
        case ".", ",", "'": return true
        case " ":
            let digits = (1...4).prefix { line.scalar(end + $0)?.isDigit == true }.count
            return digits == 3 && (groups.last?.count ?? 4) <= 3
        default: return false
        }
    }

    /// In hundredths. Without a currency beside it, only a number with two decimals is an amount.
    func value(hasCurrency: Bool) -> Int? {
        guard let last = groups.last, let first = groups.first else { return nil }
        guard let decimal = separators.last else { return hasCurrency && first.count <= 12 ? first.value * 100 : nil }
        let grouping = separators.dropLast()
        let isEven = grouping.allSatisfy { $0 == grouping.first }
        let isGrouped = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
        if last.count == 2, decimal == "." || decimal == ",", isEven, isGrouped, !grouping.contains(decimal) {
            guard grouping.isEmpty ? first.count <= 12 : first.count <= 3 else { return nil }
            return whole(groups.dropLast()) * 100 + last.value
        }
        let isWhole =
            groups.dropFirst().allSatisfy { $0.count == 3 } && separators.allSatisfy { $0 == decimal } && first.count <= 3
        return isWhole && hasCurrency ? whole(groups[...]) * 100 : nil
    }

    private func whole(_ groups: ArraySlice<(value: Int, count: Int)>) -> Int {
        groups.reduce(0) { min($0, 1_000_000_000_000) * 1_000 + $1.value }
    }
}
