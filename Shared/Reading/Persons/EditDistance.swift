/// The number of letters in which two words differ, up to a limit.
enum EditDistance {
    /// `limit + 1` if it is more. Compares only the first 64 letters.
    static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int {
        let left = left.prefix(64)
        let right = Array(right.prefix(64))
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var row = Array(0..<(right.count + 1))
        for (index, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in 0..<right.count {
                let cost = scalar == right[column] ? diagonal : diagonal + 1
                diagonal = row[column + 1]
                row[column + 1] = min(cost, min(row[column], diagonal) + 1)
            }
        }
        return min(row[right.count], limit + 1)
    }
}
