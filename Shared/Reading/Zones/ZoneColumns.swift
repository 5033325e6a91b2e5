/// The characters that each place of a zone allows (ICAO 9303). A recogniser need not take a letter for a digit where
/// only one of them is allowed.
public struct ZoneColumns: Hashable, Sendable {
    public enum Column: Hashable, Sendable, CaseIterable {
        /// The first character of the zone.
        case code
        /// A to Z and the filler.
        case letter
        /// Includes the filler, for unknown dates and for check digits of empty fields.
        case digit
        /// A check digit over fields of which at least one is never empty.
        case check
        case sex
        case any

        public func allows(_ sign: UInt8) -> Bool {
            switch self {
            case .code: "PVACI".utf8.contains(sign)
            case .letter: ZoneSign.isCapital(sign) || sign == ZoneSign.filler
            case .digit: ZoneSign.isDigit(sign) || sign == ZoneSign.filler
            case .check: ZoneSign.isDigit(sign)
            case .sex: "MFX<".utf8.contains(sign)
            case .any: ZoneSign.isCapital(sign) || ZoneSign.isDigit(sign) || sign == ZoneSign.filler
            }
        }
    }

    /// All characters of a zone.
    public static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<".utf8)

    /// The columns of each line. All lines have the same number.
    public let lines: [[Column]]
    public var width: Int { lines.first?.count ?? 0 }

    public init(_ format: TravelZone.Format) {
        func columns(_ runs: (Column, Int)...) -> [Column] { runs.flatMap { [Column](repeating: $0.0, count: $0.1) } }
        let days: [Column] = columns((.letter, 3), (.digit, 6), (.check, 1), (.sex, 1), (.digit, 6), (.check, 1))
        lines =
            switch format {
            case .td1:
                [
                    // Some have a digit behind their first letter.
                    columns((.code, 1), (.any, 1), (.letter, 3), (.any, 9), (.digit, 1), (.any, 15)),
                    columns(
                        (.digit, 6), (.check, 1), (.sex, 1), (.digit, 6), (.check, 1), (.letter, 3), (.any, 11), (.check, 1)),
                    columns((.letter, 30)),
                ]
            case .td2:
                [
                    columns((.code, 1), (.letter, 35)),
                    columns((.any, 9), (.digit, 1)) + days + columns((.any, 7), (.check, 1)),
                ]
            case .td3:
                [
                    columns((.code, 1), (.letter, 43)),
                    columns((.any, 9), (.digit, 1)) + days + columns((.any, 14), (.digit, 1), (.check, 1)),
                ]
            case .visaA: [columns((.code, 1), (.letter, 43)), columns((.any, 9), (.digit, 1)) + days + columns((.any, 16))]
            case .visaB: [columns((.code, 1), (.letter, 35)), columns((.any, 9), (.digit, 1)) + days + columns((.any, 8))]
            case .frenchCard:
                [
                    columns((.code, 1), (.letter, 29), (.any, 6)),
                    columns(
                        (.check, 4), (.any, 3), (.check, 6), (.letter, 14), (.digit, 6), (.check, 1), (.sex, 1), (.check, 1)),
                ]
            }
    }
}

extension TravelZone.Format {
    /// For two lines, by the first of them; nil if no zone begins like this. Three lines are a TD1 zone.
    public init?(ofTwoLines first: some Collection<UInt8>) {
        let code = first.first.map { Unicode.Scalar($0) }
        switch (first.count, code) {
        case (44, "P"): self = .td3
        case (44, "V"): self = .visaA
        case (36, "V"): self = .visaB
        case (36, "I") where first.dropFirst(2).starts(with: "FRA".utf8): self = .frenchCard
        case (36, "A"), (36, "C"), (36, "I"): self = .td2
        default: return nil
        }
    }
}
