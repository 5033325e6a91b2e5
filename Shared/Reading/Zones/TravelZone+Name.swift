extension TravelZone {
    /// Compares the zone's names with the expected one. If the names fill their line, the last one may be cut, and others
    /// may be missing.
    public func compared(withName expected: some StringProtocol) -> NameComparison {
        let wanted = NamePart.parts(of: expected)
        var printed = NamePart.parts(of: surname + " " + givenNames)
        guard isNameCut, let last = printed.last, last.short.count >= 2 else { return NameComparison(wanted, printed) }
        let whole = wanted.first { part in
            part.short.count > last.short.count && (part.short.starts(with: last.short) || part.long.starts(with: last.short))
        }
        if let whole { printed[printed.count - 1] = whole }
        return NameComparison(wanted, printed)
    }
}
