/// Finds the word that was probably meant.
public enum Suggestion {
    /// The nearest candidate, if at most a third of the letters differ.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let distances = candidates.map { (distance: distance(word, $0), candidate: $0) }
        let best = distances.min { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
        guard let best, best.distance <= limit else {
            return word.count >= 2 ? candidates.filter { $0.hasPrefix(word) }.sorted().first : nil
        }
        return best.candidate
    }

    /// The suggestion as the end of a message; empty without one.
    public static func phrase(_ suggestion: String?) -> String { suggestion.map { "; did you mean “\($0)”?" } ?? "" }

    /// The optimal string alignment distance: an insertion, deletion, substitution or swap of neighbours counts one.
    public static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let substitution = previous[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
                var best = min(substitution, previous[column] + 1, current[column - 1] + 1)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, beforePrevious[column - 2] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
