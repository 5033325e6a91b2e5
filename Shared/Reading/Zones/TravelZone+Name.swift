extension TravelZone {
    /// The names of the zone compared with the one that is expected. Where they fill their line, the last may be the beginning of one,
    /// and others may have found no room.
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
