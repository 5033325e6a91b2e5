internal import FoundationEssentials

/// The walk through a listing for one answer: in growing steps, each along the path that gets furthest.
///
/// Filters that many satisfy fill the answer in the first step. The path with the fewest submissions gets furthest in a
/// step, and a path that ends has shown everything. In the remaining case many satisfy each filter and hardly any satisfy
/// all: the walk ends after `Limits.most` submissions, and the answer says where to continue.
struct ListingWalk: Sendable {
    /// The place of a submission in the order of a listing, or a place between two.
    struct Place: Hashable, Sendable {
        /// At the database's precision.
        let moment: Date
        let id: UUID
    }

    struct Limits: Sendable {
        /// The submissions of the first step, a few milliseconds.
        var first = 1_000
        /// The submissions of the largest step.
        var largest = 4_000
        /// The submissions for one answer, a hundredth of a second.
        var most = 5_000

        static let usual = Limits()
        /// For a listing that is read to its end: a few tenths of a second.
        static let thorough = Limits(largest: 16_000, most: 100_000)

        /// The same where each of them is opened to be compared, which takes ten times as long.
        var opening: Limits {
            Limits(first: min(first, 500), largest: min(largest, max(500, largest / 8)), most: min(most, max(500, most / 10)))
        }
    }

    let isAscending: Bool
    let limits: Limits
    /// Everything after it is unexamined.
    private(set) var place: Place?
    private(set) var lookedAt = 0
    private(set) var count: Int

    init(from place: Place?, isAscending: Bool, limits: Limits = .usual) {
        (self.place, self.isAscending, self.limits) = (place, isAscending, limits)
        count = max(1, limits.first)
    }

    /// Whether no further step is taken for this answer.
    var isLongEnough: Bool { lookedAt >= limits.most }

    /// Chooses a path for this step. `ends` has the end of the step on each path; nil if the path ends before.
    func choice(among ends: [Place?]) -> Int {
        if let whole = ends.firstIndex(where: { $0 == nil }) { return whole }
        var best = ends.startIndex
        for index in ends.indices.dropFirst() {
            guard let end = ends[index]?.moment, let other = ends[best]?.moment else { continue }
            if isAscending ? end > other : end < other { best = index }
        }
        return best
    }

    /// A step has examined everything up to this place.
    mutating func move(to place: Place) {
        self.place = place
        lookedAt += count
        count = min(count * 4, max(limits.largest, limits.first))
    }
}
