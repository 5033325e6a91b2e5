import Shared

/// Searches a page only for the zones of travel documents. Found zones replace the words that were read there.
struct ZoneLook {
    /// A page has room for a few documents.
    private static let most = 4
    private static let mostStrips = 12

    private let page: PagePicture
    /// The clockwise quarter turns of the page.
    private let quarters: Int
    /// Of the original page.
    private let size: PixelSize

    init(_ page: PagePicture, turnedBy quarters: Int) throws(TextError) {
        size = page.size
        self.quarters = quarters
        self.page = quarters == 0 ? page : try page.turned(quarters: quarters)
    }

    /// The words with found zones in their place; nil if there is no zone, or none that reads better than before.
    func words(insteadOf words: [PageWord]) throws(TextError) -> [PageWord]? {
        var (result, found, tried): ([PageWord], [PixelBounds], Int) = (words, [], 0)
        for strip in ZoneStrip.strips(of: try ZoneBars.find(in: page)) {
            guard found.count < Self.most, tried < Self.mostStrips else { break }
            let bounds = strip.core.clamped(to: page.size)
            guard !found.contains(where: { $0.overlaps(bounds) }), !isProse(words, in: bounds) else { continue }
            tried += 1
            guard let zone = try LikelyZone(strip, on: page), let better = best(zone, insteadOf: result, in: bounds) else {
                continue
            }
            result = better
            found.append(bounds)
        }
        return found.isEmpty ? nil : result
    }

    // MARK: - Whether it is worth it

    /// Words with certain small letters are no zone.
    private func isProse(_ words: [PageWord], in bounds: PixelBounds) -> Bool {
        let box = onPage(bounds)
        let sure = words.filter { $0.confidence >= 60 && box.holdsMiddle(of: $0.box) }.flatMap { $0.text.unicodeScalars }
        let small = sure.count { $0.properties.isLowercase }
        return sure.count >= 12 && small * 3 > sure.count
    }

    /// The best reading; nil if the previous one was better.
    private func best(_ zone: LikelyZone, insteadOf words: [PageWord], in bounds: PixelBounds) -> [PageWord]? {
        let box = onPage(bounds)
        let before = ZoneWorth(words.filter { box.holdsMiddle(of: $0.box) })
        var best: (worth: ZoneWorth, likeness: Double, words: [PageWord])?
        for way in LikelyZone.ways {
            guard let match = zone.match(way) else { continue }
            let lines = match.lines.enumerated().map { index, line in
                PageWord(text: line.text, box: onPage(line.bounds), confidence: line.confidence, line: index)
            }
            let worth = ZoneWorth(lines)
            let isBelieved = worth.isFlawless || match.likeness >= (worth.holds ? ZoneMatch.sure : ZoneMatch.clear)
            guard isBelieved, worth >= before else { continue }
            if let best, (worth, match.likeness) <= (best.worth, best.likeness) { continue }
            best = (worth, match.likeness, words.replaced(by: lines, in: box))
            if worth.isFlawless, match.likeness >= ZoneMatch.sure { break }
        }
        return best?.words
    }

    private func onPage(_ bounds: PixelBounds) -> PageBox {
        bounds.turnedBack(quarters: quarters, in: size).onPage(of: size)
    }
}

extension PixelBounds {
    fileprivate func overlaps(_ other: PixelBounds) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
