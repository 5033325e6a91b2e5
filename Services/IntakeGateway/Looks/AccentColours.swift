/// A tenant's colour on the page. It is readable in both themes, whatever the colour.
struct AccentColours: Sendable, Hashable {
    /// The colours of one theme, by the names in the page's style.
    struct Theme: Sendable, Hashable {
        /// The fill of a button, and its text.
        let accent, accentInk: Colour
        /// Text on cards, on the page and on `tint`.
        let accentText: Colour
        let tint: Colour

        fileprivate init(_ colour: Colour, card: Colour, paper: Colour, end: Colour, share: Double) {
            tint = card.mixed(with: colour, share)
            // A button has to be seen on its card, and its text on the button.
            let filled = colour.readable(on: [card, paper], towards: end)
            let inks = [Colour.white, .black].filter { $0.contrast(with: filled) >= Colour.leastContrast }
            accent = filled
            accentInk = inks.first ?? .black
            accentText = colour.readable(on: [card, paper, tint], towards: end)
        }
    }

    let light, dark: Theme

    // As `page.css` has them.
    static let lightCard = Colour.white
    static let lightPaper = Colour("#f5f5f2") ?? .white
    static let darkCard = Colour("#1c1e27") ?? .black
    static let darkPaper = Colour("#121319") ?? .black

    init(_ colour: Colour) {
        light = Theme(colour, card: Self.lightCard, paper: Self.lightPaper, end: .black, share: 0.1)
        dark = Theme(colour, card: Self.darkCard, paper: Self.darkPaper, end: .white, share: 0.2)
    }

    var style: String {
        func rules(_ theme: Theme) -> String {
            let values = [
                ("accent", theme.accent), ("accent-ink", theme.accentInk), ("accent-text", theme.accentText),
                ("tint", theme.tint),
            ]
            return ":root{" + values.map { "--docket-\($0): \($1.hex);" }.joined() + "}"
        }
        return rules(light) + "@media (prefers-color-scheme: dark){" + rules(dark) + "}"
    }
}
