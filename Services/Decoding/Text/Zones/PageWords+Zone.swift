import Shared

extension [PageWord] {
    /// Replaces the words whose middle is in a box by lines.
    func replaced(by lines: [PageWord], in box: PageBox) -> [PageWord] {
        let place = firstIndex { box.holdsMiddle(of: $0.box) } ?? firstIndex { $0.box.top > box.bottom } ?? endIndex
        var result: [PageWord] = []
        var (line, last): (Int, Int?) = (-1, nil)
        func add(_ words: ArraySlice<PageWord>) {
            for word in words where !box.holdsMiddle(of: word.box) {
                if word.line != last { line += 1 }
                last = word.line
                result.append(PageWord(text: word.text, box: word.box, confidence: word.confidence, line: line))
            }
        }
        add(self[..<place])
        for zone in lines {
            line += 1
            result.append(PageWord(text: zone.text, box: zone.box, confidence: zone.confidence, line: line))
        }
        last = nil
        add(self[place...])
        return result
    }
}

extension PageBox {
    func holdsMiddle(of box: PageBox) -> Bool {
        let (x, y) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        return x >= left && x <= right && y >= top && y <= bottom
    }
}
