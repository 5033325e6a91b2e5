import CTesseract
import Shared

/// The dark marks on a page, before recognition: the size of letters, and the places of pieces of lines.
struct PrintedMarks {
    /// The densest print has about twenty thousand marks.
    private static let most = 60_000
    /// The share of pixels at which a row changes between dark and light. Dense print has one of ten.
    private static let mostEdges = 0.3

    /// The height of most marks in pixels of the page, about that of a small letter; nil without enough marks.
    let letterHeight: Double?
    /// The number of marks of the size of letters.
    let count: Int
    /// Whether there are more marks than in print: noise, a screen, leaves of a tree.
    let isNoise: Bool

    private let dark: PagePicture
    private let reduction: Double

    init(of page: PagePicture) throws(TextError) {
        // A mark of a large page is as large in a page half the size.
        let isLarge = min(page.size.width, page.size.height) >= 1400
        reduction = isLarge ? 2 : 1
        let small = isLarge ? try PagePicture(owning: pixScaleAreaMap2(page.pix)) : page
        dark = try Self.dark(small)
        var boxes = pixConnCompBB(dark.pix, 8)
        defer { boxaDestroy(&boxes) }
        guard let boxes else { throw .outOfMemory }
        let total = Int(boxaGetCount(boxes))
        var heights = [Int](repeating: 0, count: Self.largest + 1)
        var letters = 0
        for index in 0..<total {
            var (width, height): (l_int32, l_int32) = (0, 0)
            guard boxaGetBoxGeometry(boxes, l_int32(clamping: index), nil, nil, &width, &height) == 0 else { continue }
            // No letter is so flat or so narrow, and dots are none.
            guard height >= 4, height <= Self.largest, width <= 4 * height, height <= 6 * width else { continue }
            heights[Int(height)] += 1
            letters += 1
        }
        count = letters
        let isDust = total > Self.manySpecks && letters * Self.specksOfALetter < total
        let edges = try Self.edges(of: dark)
        isNoise = total > Self.most || isDust || edges > Self.mostEdges
        letterHeight = letters >= Self.fewest ? Double(Self.median(of: heights, count: letters)) * reduction : nil
    }

    /// The maximum number of specks, from dirt or coarse print, per letter.
    private static let specksOfALetter = 10
    private static let manySpecks = 8000
    private static let largest = 300
    private static let fewest = 12

    /// By one threshold for the whole page.
    private static func dark(_ page: PagePicture) throws(TextError) -> PagePicture {
        var dark: UnsafeMutablePointer<Pix>?
        let size = page.size
        _ = pixOtsuAdaptiveThreshold(
            page.pix, l_int32(clamping: max(size.width, 16)), l_int32(clamping: max(size.height, 16)), 0, 0, 0, nil, &dark)
        return try PagePicture(owning: dark)
    }

    /// The share of pixels that differ from their left neighbour.
    private static func edges(of dark: PagePicture) throws(TextError) -> Double {
        let moved = try PagePicture(owning: pixTranslate(nil, dark.pix, 1, 0, l_int32(L_BRING_IN_WHITE)))
        let changed = try PagePicture(owning: pixXor(nil, dark.pix, moved.pix))
        var count: l_int32 = 0
        guard pixCountPixels(changed.pix, &count, nil) == 0 else { throw .outOfMemory }
        return Double(count) / Double(max(dark.size.width * dark.size.height, 1))
    }

    private static func median(of heights: [Int], count: Int) -> Int {
        var passed = 0
        for (height, number) in heights.enumerated() {
            passed += number
            if passed * 2 >= count { return height }
        }
        return 0
    }

    /// Pieces of up to `wanted` lines from all over the page, in its pixels.
    func samples(_ wanted: Int) throws(TextError) -> [PixelBounds] {
        guard let letterHeight else { return [] }
        let height = letterHeight / reduction
        // Letters of a word, and words of a line, grow together; lines stay apart.
        let joined = try PagePicture(owning: pixCloseSafeBrick(nil, dark.pix, l_int32(height * 2) | 1, 1))
        var boxes = pixConnCompBB(joined.pix, 8)
        defer { boxaDestroy(&boxes) }
        guard let boxes else { throw .outOfMemory }
        var lines: [PixelBounds] = []
        for index in 0..<Int(boxaGetCount(boxes)) {
            var (left, top, width, tall): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
            guard boxaGetBoxGeometry(boxes, l_int32(clamping: index), &left, &top, &width, &tall) == 0 else { continue }
            guard Double(tall) >= height * 0.9, Double(tall) <= height * 2.6, Double(width) >= height * 8 else { continue }
            let used = min(Double(width), height * 32)
            lines.append(
                PixelBounds(
                    left: Int((Double(left) - height / 2) * reduction), top: Int((Double(top) - height / 3) * reduction),
                    right: Int((Double(left) + used + height / 2) * reduction),
                    bottom: Int((Double(top + tall) + height / 3) * reduction)))
        }
        return Self.spread(lines.sorted { ($0.width, $1.top) > ($1.width, $0.top) }, wanted)
    }

    /// The longest lines, none beside another.
    private static func spread(_ lines: [PixelBounds], _ wanted: Int) -> [PixelBounds] {
        var chosen: [PixelBounds] = []
        for line in lines where chosen.count < wanted {
            let isApart = chosen.allSatisfy { abs($0.top - line.top) > 2 * line.height }
            if isApart { chosen.append(line) }
        }
        return chosen
    }

    /// The clockwise quarter turns that make Latin print upright; nil if unknown.
    ///
    /// More letters extend above a line than below it.
    func quartersToUpright() -> Int? {
        var (up, left): (Float, Float) = (0, 0)
        guard pixOrientDetect(dark.pix, &up, &left, 0, 0) == 0 else { return nil }
        var orientation: l_int32 = 0
        guard makeOrientDecision(up, left, 0, 0, &orientation, 0) == 0 else { return nil }
        switch orientation {
        case l_int32(L_TEXT_ORIENT_UP): return 0
        case l_int32(L_TEXT_ORIENT_LEFT): return 1
        case l_int32(L_TEXT_ORIENT_DOWN): return 2
        case l_int32(L_TEXT_ORIENT_RIGHT): return 3
        default: return nil
        }
    }
}
