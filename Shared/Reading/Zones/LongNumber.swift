/// A document number of more than nine characters continues in the optional data, followed by its check digit.
struct LongNumber {
    let number: [UInt8]
    let check: UInt8

    init?(_ first: [UInt8], _ optional: [UInt8]) {
        let rest = optional.prefix { $0 != ZoneSign.filler }
        guard rest.count >= 2, let check = rest.last, !first.contains(ZoneSign.filler) else { return nil }
        number = first + rest.dropLast()
        self.check = check
    }
}
