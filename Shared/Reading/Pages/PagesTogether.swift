/// Whether the pages of a document belong together, in this order.
public struct PagesTogether: Hashable, Sendable {
    /// The printed page numbers, of the pages that have one.
    public let numbers: [ReadFact<PageNumber>]
    public let faults: [Fault]

    public enum Fault: Hashable, Sendable {
        /// A page has a lower printed number than one before it.
        case order(page: Int, printed: Int)
        /// Pages that the others refer to.
        case missing([Int])
        /// A page has the same words, or the same number, as one before it.
        case twice(page: Int, as: Int)
        /// Pages state different counts.
        case counts([Int])
        /// A page has another document, customer or account number than the first page that has one.
        case number(page: Int, meaning: ReadNumber.Meaning, first: String, other: String)
        /// A page names another sender: other internet addresses, and another tax or customer number.
        case issuer(page: Int)
    }

    public static func read(_ document: DocumentText) -> PagesTogether {
        let numbers = document.pages.compactMap(PageNumberReader.read)
        var faults = faults(of: numbers, pageCount: document.pages.count)
        let repeated = Repetitions(document.pages).found
        for (page, first) in repeated where !faults.contains(.twice(page: page, as: first)) {
            faults.append(.twice(page: page, as: first))
        }
        let numbersOfPages = NumberReader.read(document).filter { $0.isCertain && $0.source == .label }
        let differing = differingNumbers(numbersOfPages)
        faults += differing + differingIssuers(document, numbersOfPages, differing)
        return PagesTogether(numbers: numbers, faults: faults)
    }

    // MARK: - By the numbers of pages

    private static func faults(of numbers: [ReadFact<PageNumber>], pageCount: Int) -> [Fault] {
        let certain = numbers.filter(\.isCertain)
        var faults: [Fault] = []
        let counts = Set(certain.compactMap(\.value.count))
        if counts.count > 1 { faults.append(.counts(counts.sorted())) }
        var seen: [Int: Int] = [:]
        var greatest = 0
        for fact in certain {
            let number = fact.value.number
            if let first = seen[number], counts.count <= 1 {
                faults.append(.twice(page: fact.page, as: first))
            } else if number < greatest, counts.count <= 1 {
                faults.append(.order(page: fact.page, printed: number))
            }
            if seen[number] == nil { seen[number] = fact.page }
            greatest = max(greatest, number)
        }
        // A page without a number may be the one that is missing.
        if let count = counts.first, counts.count == 1, count <= ReadingLimits.pages, pageCount < count {
            let missing = (1..<(count + 1)).filter { seen[$0] == nil }
            if missing.count == count - pageCount || seen.count == pageCount { faults.append(.missing(missing)) }
        }
        return faults
    }

    // MARK: - By what stands on them

    private static func differingNumbers(_ numbers: [ReadFact<ReadNumber>]) -> [Fault] {
        var first: [ReadNumber.Meaning: (page: Int, texts: Set<String>)] = [:]
        var faults: [Fault] = []
        var ofPage: [Int: [ReadNumber.Meaning: Set<String>]] = [:]
        for fact in numbers {
            ofPage[fact.page, default: [:]][fact.value.meaning, default: []].insert(fact.value.text)
        }
        for (page, numbers) in ofPage.sorted(by: { $0.key < $1.key }) {
            for meaning in ReadNumber.Meaning.allCases where meaning != .tax {
                guard let texts = numbers[meaning] else { continue }
                guard let known = first[meaning] else {
                    first[meaning] = (page, texts)
                    continue
                }
                guard known.texts.isDisjoint(with: texts), let one = known.texts.min(), let other = texts.min() else { continue }
                faults.append(.number(page: page, meaning: meaning, first: one, other: other))
            }
        }
        return faults
    }

    private static func differingIssuers(
        _ document: DocumentText, _ numbers: [ReadFact<ReadNumber>], _ differing: [Fault]
    ) -> [Fault] {
        var known: Set<String> = []
        var knownTax: Set<String> = []
        var faults: [Fault] = []
        let differingPages = Set(differing.compactMap { if case .number(let page, _, _, _) = $0 { page } else { nil } })
        for page in document.pages {
            let marks = IssuerMarks.read(page)
            let tax = Set(numbers.filter { $0.page == page.number && $0.value.meaning == .tax }.map(\.value.text))
            // Pages of conditions name others, too: an address alone is not enough.
            let hasOtherTax = !tax.isEmpty && !knownTax.isEmpty && tax.isDisjoint(with: knownTax)
            let isOther = !marks.isEmpty && !known.isEmpty && marks.isDisjoint(with: known)
            if isOther, hasOtherTax || differingPages.contains(page.number) {
                faults.append(.issuer(page: page.number))
            } else {
                known.formUnion(marks)
                knownTax.formUnion(tax)
            }
        }
        return faults
    }
}

/// Unambiguous marks of a sender: its internet addresses and its tax numbers.
enum IssuerMarks {
    static func read(_ page: TextPage) -> Set<String> {
        var marks: Set<String> = []
        for word in page.words where marks.count < 64 {
            let folded = FoldedScalars.fold(word.text.prefixOfScalars(120))
            if let domain = domain(folded) { marks.insert(domain) }
        }
        return marks
    }

    /// The last two parts of a mail's domain or of a host: shop.example.com becomes example.com.
    private static func domain(_ scalars: [Unicode.Scalar]) -> String? {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let text = String(view)
        var host: Substring?
        if let at = scalars.lastIndex(of: "@"), at > 0 {
            host = text.split(at: "@").last
        } else {
            for start in ["https://", "http://", "www."] where text.hasBytes(atStart: start) {
                host = Substring(text.unicodeScalars.dropFirst(start.utf8.count))
                break
            }
        }
        guard let name = host?.split(at: "/").first else { return nil }
        let parts = name.split(at: ".").map { $0.unicodeScalars.filter { $0.isOfWord || $0 == "-" } }
        guard parts.count >= 2, let last = parts.last, last.count >= 2, last.count <= 12, last.allSatisfy(\.isSmallLatin) else {
            return nil
        }
        // co.uk and its like are no names.
        let isShared = parts.count >= 3 && parts[parts.count - 2].count <= 3
        return parts.suffix(isShared ? 3 : 2).map { String(String.UnicodeScalarView($0)) }.joined(separator: ".")
    }
}

/// Pages with the same words as another page.
private struct Repetitions {
    private(set) var found: [(page: Int, first: Int)] = []

    init(_ pages: [TextPage]) {
        let words = pages.prefix(60).map { page in
            Set(page.words.prefix(2_000).lazy.map { FoldedScalars.fold($0.text.prefixOfScalars(40)) }.filter { $0.count >= 3 })
        }
        for (index, own) in words.enumerated() where own.count >= 12 {
            for other in 0..<index where words[other].count >= 12 {
                let common = own.intersection(words[other]).count
                // Nearly all words, both ways: forms differ in what is filled in.
                guard common * 100 >= 92 * (own.count + words[other].count - common) else { continue }
                found.append((pages[index].number, pages[other].number))
                break
            }
        }
    }
}
