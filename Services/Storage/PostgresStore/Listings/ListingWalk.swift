internal import FoundationEssentials
internal import Shared

/// How far somebody goes through a listing for one answer: in steps that grow, each along the way that gets furthest with it.
///
/// Filters that many satisfy fill the answer in the first step. Of ways that lead to the same, the one with the fewest submissions on
/// it gets furthest in as many steps; and one that ends has shown all that there is. What is left are filters each of which many
/// satisfy, and hardly any all of them: there the walk ends after so many submissions, and the answer says where to go on.
struct ListingWalk: Sendable {
    /// A submission's in the order of a listing, or one between two of them.
    struct Place: Hashable, Sendable {
        /// As exact as the database has it.
        let moment: Date
        let id: UUID
    }

    struct Limits: Sendable {
        /// How many submissions the first step looks at: some milliseconds.
        var first = 1_000
        /// How many the largest step looks at.
        var largest = 16_000
        /// How many are looked at for one answer: some tenths of a second.
        var most = 100_000

        static let usual = Limits()
    }

    let isAscending: Bool
    let limits: Limits
    /// What comes after it has not been looked at.
    private(set) var place: Place?
    private(set) var lookedAt = 0
    private(set) var count: Int

    init(from place: Place?, isAscending: Bool, limits: Limits = .usual) {
        (self.place, self.isAscending, self.limits) = (place, isAscending, limits)
        count = max(1, limits.first)
    }

    /// No further step is taken for this answer.
    var isLongEnough: Bool { lookedAt >= limits.most }

    /// Which way to take for this step. `ends` says for each where as many submissions lead as the step looks at; nil where the way
    /// is at its end before.
    func choice(among ends: [Place?]) -> Int {
        if let whole = ends.firstIndex(where: { $0 == nil }) { return whole }
        var best = ends.startIndex
        for index in ends.indices.dropFirst() {
            guard let end = ends[index]?.moment, let other = ends[best]?.moment else { continue }
            if isAscending ? end > other : end < other { best = index }
        }
        return best
    }

    /// A step has looked at everything up to this place.
    mutating func move(to place: Place) {
        self.place = place
        lookedAt += count
        count = min(count * 4, max(limits.largest, limits.first))
    }
}
