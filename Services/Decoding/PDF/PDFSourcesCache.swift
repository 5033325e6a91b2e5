/// Results of examining the sources of pages, shared by pages and drawings. Without it, a thousand drawings that name the
/// same thousand would each examine all of them again.
struct PDFSourcesCache {
    enum Place: Hashable {
        case stream(UInt64)
        case dictionary(UInt64)
        /// A dictionary within resources.
        case category(String, in: UInt64)
        /// A dictionary within resources within a page or one of its parent nodes.
        case owned(String, by: UInt64)

        /// A dictionary within others, by the innermost one with an identity; nil if none has one.
        init?(_ dictionary: UInt64, _ category: String, _ resources: UInt64, _ owner: UInt64) {
            switch (dictionary, resources, owner) {
            case (0, 0, 0): return nil
            case (0, 0, _): self = .owned(category, by: owner)
            case (0, _, _): self = .category(category, in: resources)
            default: self = .dictionary(dictionary)
            }
        }
    }

    /// Whether a part of the page is too deep to examine. The soundness of everything that leads to it is unknown.
    var isCut = false
    /// Places from which nothing is missing, at any depth.
    private var sound: Set<Place> = []
    /// Places that lead to damage, and their depth then. They do so again at the same or a smaller depth.
    private var damages: [Place: (damage: String, depth: Int)] = [:]
    /// The remaining keys of dictionaries, the next one last. A drawing in a dictionary that names the same dictionary
    /// continues there: it would find nothing new before.
    private var keysLeft: [Place: [QpdfHandle.Key]] = [:]
    // Since the last time that everything begun was done:
    private var visited: Set<Place> = []
    private var begun: Set<Place> = []

    func damage(at place: Place, _ depth: Int) -> String? {
        damages[place].flatMap { depth <= $0.depth ? $0.damage : nil }
    }

    mutating func note(_ damage: String, at place: Place, _ depth: Int) {
        if depth > damages[place]?.depth ?? -1 { damages[place] = (damage, depth) }
    }

    /// Whether a place has not been visited yet.
    mutating func visit(_ place: Place) -> Bool {
        !sound.contains(place) && visited.insert(place).inserted
    }

    func hasBegun(_ place: Place) -> Bool { keysLeft[place] != nil }

    mutating func begin(_ place: Place, _ keys: [QpdfHandle.Key]) {
        keysLeft[place] = keys.reversed()
        begun.insert(place)
    }

    mutating func nextKey(at place: Place) -> QpdfHandle.Key? {
        guard let key = keysLeft[place]?.popLast() else { return nil }
        begun.insert(place)
        return key
    }

    /// Marks the visited places as sound for any page, once a resource of the page and everything it leads to are done.
    mutating func settle() {
        guard !isCut else { return }
        sound.formUnion(visited)
        visited = []
        begun = []
    }

    /// After a page that was left early, the next one starts again.
    mutating func endPage(isSound: Bool) {
        if isSound { settle() }
        for place in begun { keysLeft[place] = nil }
        visited = []
        begun = []
        isCut = false
    }
}
