import Shared

/// Divides the pages of a scan by their cover sheets. Pure.
enum ScanDivision {
    /// The facts of a page that the division needs.
    struct Page: Sendable, Equatable {
        let codes: [[UInt8]]
        let isBlank: Bool
    }

    /// The pages of one document, counted from 0, without the sheet.
    struct Part: Sendable, Equatable {
        let sheet: CoverSheet
        let pages: Range<Int>
    }

    /// Empty if no page is a sheet. Blank pages after a sheet and at the end of a part are left out, for they are the
    /// backs of others.
    ///
    /// - Throws: A fault if a page would belong to no sheet, or to the wrong one.
    static func parts(of pages: [Page]) throws(ScanFault) -> [Part] {
        var parts: [Part] = []
        var open: (sheet: CoverSheet, number: Int)?
        var written: Range<Int>?
        func close() throws(ScanFault) {
            guard let open else { return }
            guard let written else { throw ScanFault("The sheet on page \(open.number) has no pages behind it.") }
            parts.append(Part(sheet: open.sheet, pages: written))
        }
        for (index, page) in pages.enumerated() {
            if let sheet = try sheet(on: page, number: index + 1) {
                if let written, open == nil { throw .behindNoSheet(written) }
                try close()
                (open, written) = ((sheet, index + 1), nil)
            } else if !page.isBlank {
                written = (written?.lowerBound ?? index)..<(index + 1)
            }
        }
        try close()
        return parts
    }

    private static func sheet(on page: Page, number: Int) throws(ScanFault) -> CoverSheet? {
        var sheets: Set<CoverSheet> = []
        for code in page.codes {
            switch CoverSheet.read(code) {
            case .sheet(let sheet): sheets.insert(sheet)
            case .unreadable: throw ScanFault("The sheet on page \(number) is of another version, or broken: print it anew.")
            case .other: continue
            }
        }
        guard sheets.count < 2 else { throw ScanFault("Page \(number) has the codes of two sheets.") }
        return sheets.first
    }
}

extension ScanFault {
    fileprivate static func behindNoSheet(_ pages: Range<Int>) -> ScanFault {
        ScanFault("Page \(pages.lowerBound + 1) is behind no sheet: the first page of a scan with sheets is a sheet.")
    }
}
