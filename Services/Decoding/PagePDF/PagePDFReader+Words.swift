/// The words of pages, and the fonts with their letters.
extension PagePDFReader {
    /// The content of a page, in bytes. The maximum of letters and words needs less, even with each letter in another
    /// font than the last.
    private static let longestContent = 8 << 20

    mutating func takeContent(_ line: ArraySlice<UInt8>) throws(Fault) {
        var text = StrictText(line)
        guard text.take("<</Length "), let count = text.count(), text.take(">>\n"), text.rest.isEmpty,
            count <= Self.longestContent
        else { throw fault("not the content of a page", at: line.startIndex) }
        parts += [.text(Array("\nendstream\nendobj\n".utf8)), .words(count: count), .text(Array("stream\n".utf8))]
    }

    mutating func takeWords(_ piece: ArraySlice<UInt8>) throws(Fault) {
        guard let page, piece.starts(with: page.drawing.utf8) else {
            throw fault("other words than belong there", at: piece.startIndex)
        }
        do throws(InvisibleTextReader.Fault) {
            try text.prove(piece.dropFirst(page.drawing.utf8.count), shows: words, on: page)
        } catch {
            throw fault(error.detail, at: error.position)
        }
        words = []
    }

    /// The parts after the pages of a file with words, the first one last.
    func fontParts() -> [Part] {
        guard text.hasText else { return [] }
        let proof = InvisibleFontProof(letters: text.letters, firstObject: firstObject)
        return proof.objects.reversed().flatMap { [.font($0), .object] }
    }
}
