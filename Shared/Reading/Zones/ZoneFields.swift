/// The fields of a zone whose lines have their full width.
struct ZoneFields {
    private let format: TravelZone.Format
    private let lines: [[UInt8]]

    init(_ format: TravelZone.Format, _ lines: [[UInt8]]) {
        self.format = format
        self.lines = lines
    }

    private func signs(_ line: Int, _ from: Int, _ count: Int) -> ArraySlice<UInt8> { lines[line][from..<(from + count)] }
    private func digits(_ line: Int, _ from: Int, _ count: Int) -> [UInt8] { signs(line, from, count).map(ZoneSign.digit) }
    private func either(_ line: Int, _ from: Int, _ count: Int) -> [UInt8] { signs(line, from, count).map(ZoneSign.either) }

    /// Nil if the codes or the dates do not fit the format.
    func zone(today: CalendarDate) -> TravelZone? {
        switch format {
        case .td1: return card(today: today)
        case .td2: return hasCode("ACI") ? booklet(optional: 7, composite: true, today: today) : nil
        case .td3: return hasCode("P") ? booklet(optional: 14, composite: true, today: today) : nil
        case .visaA: return hasCode("V") ? booklet(optional: 16, composite: false, today: today) : nil
        case .visaB: return hasCode("V") ? booklet(optional: 8, composite: false, today: today) : nil
        case .frenchCard: return frenchCard(today: today)
        }
    }

    private func hasCode(_ codes: StaticSignature) -> Bool { codes.bytes.contains(ZoneSign.letter(lines[0][0])) }

    private var documentCode: String {
        let first = ZoneSign.letter(lines[0][0])
        guard first != ZoneSign.filler else { return "" }
        let second = ZoneSign.letter(lines[0][1])
        // Fillers are read as K, C or X; no code of a passport or a visa has one of these.
        let noise: StaticSignature = format == .td3 || format == .visaA || format == .visaB ? "KCXE<" : "<"
        let isFiller = noise.bytes.contains(second)
        return ZoneSign.text(isFiller ? [first] : [first, second])
    }

    // MARK: - The formats

    /// TD2, TD3 and visas: names in the first line, the rest below.
    private func booklet(optional: Int, composite: Bool, today: CalendarDate) -> TravelZone? {
        guard let birth = ZoneDay(digits(1, 13, 6)), let expiry = ZoneDay(digits(1, 21, 6)) else { return nil }
        var number = MendedField(either(1, 0, 9), check: lines[1][9])
        var numberInZone = number.signs
        let birthCheck = ZoneSign.digit(lines[1][19])
        let expiryCheck = ZoneSign.digit(lines[1][27])
        var extra = either(1, 28, optional)
        var extraCheck: [UInt8] = []
        var mended: [TravelZone.Field] = []
        if format == .td2, number.check == ZoneSign.filler, let long = LongNumber(either(1, 0, 9), extra) {
            numberInZone = either(1, 0, 9)
            number = MendedField(long.number, check: long.check)
        }
        if number.isMended { mended.append(.documentNumber) }
        var checks = [
            TravelZone.Check(field: .documentNumber, holds: number.holds),
            TravelZone.Check(field: .birthDate, holds: ZoneSign.holds(birthCheck, for: birth.signs)),
            TravelZone.Check(field: .expiryDate, holds: ZoneSign.holds(expiryCheck, for: expiry.signs)),
        ]
        if format == .td3 {
            let field = MendedField(extra, check: lines[1][42])
            extra = field.signs
            extraCheck = [field.check]
            if field.isMended { mended.append(.optionalData) }
            checks.append(TravelZone.Check(field: .optionalData, holds: field.holds))
        }
        if composite {
            let all = numberInZone + [ZoneSign.checkSign(lines[1][9])] + birth.signs + [birthCheck] + expiry.signs + [expiryCheck]
            let digit = lines[1][28 + optional + extraCheck.count]
            checks.append(TravelZone.Check(field: .composite, holds: ZoneSign.holds(digit, for: all + extra + extraCheck)))
        }
        guard isLikely(checks) else { return nil }
        let names = ZoneNames.read(lines[0][5...])
        return TravelZone(
            format: format, documentCode: documentCode, issuingState: ZoneState.read(signs(0, 2, 3)), surname: names.surname,
            givenNames: names.givenNames, isNameCut: names.isCut, documentNumber: ZoneSign.words(number.signs),
            nationality: ZoneState.read(signs(1, 10, 3)),
            birthDate: birth.birth(today: today), sex: sex(lines[1][20]), expiryDate: expiry.expiry(today: today),
            optionalData: ZoneSign.words(extra), checks: checks, mended: mended)
    }

    /// TD1: three lines.
    private func card(today: CalendarDate) -> TravelZone? {
        // What stands before the number may be damaged: the check digits do not depend on it.
        guard hasCode("ACI") || lines[0][0] == ZoneSign.filler, let birth = ZoneDay(digits(1, 0, 6)),
            let expiry = ZoneDay(digits(1, 8, 6))
        else { return nil }
        let printed = either(0, 5, 9)
        let extra = either(0, 15, 15)
        var number = MendedField(printed, check: lines[0][14])
        var numberInZone = number.signs
        if number.check == ZoneSign.filler, let long = LongNumber(printed, extra) {
            number = MendedField(long.number, check: long.check)
            numberInZone = printed
        }
        let birthCheck = ZoneSign.digit(lines[1][6])
        let expiryCheck = ZoneSign.digit(lines[1][14])
        let numberCheck = ZoneSign.checkSign(lines[0][14])
        let more = either(1, 18, 11)
        let all = numberInZone + [numberCheck] + extra + birth.signs + [birthCheck] + expiry.signs + [expiryCheck] + more
        let checks = [
            TravelZone.Check(field: .documentNumber, holds: number.holds),
            TravelZone.Check(field: .birthDate, holds: ZoneSign.holds(birthCheck, for: birth.signs)),
            TravelZone.Check(field: .expiryDate, holds: ZoneSign.holds(expiryCheck, for: expiry.signs)),
            TravelZone.Check(field: .composite, holds: ZoneSign.holds(lines[1][29], for: all)),
        ]
        guard isLikely(checks) else { return nil }
        let names = ZoneNames.read(lines[2][...])
        return TravelZone(
            format: format, documentCode: documentCode, issuingState: ZoneState.read(signs(0, 2, 3)), surname: names.surname,
            givenNames: names.givenNames, isNameCut: names.isCut, documentNumber: ZoneSign.words(number.signs),
            nationality: ZoneState.read(signs(1, 15, 3)),
            birthDate: birth.birth(today: today), sex: sex(lines[1][7]), expiryDate: expiry.expiry(today: today),
            optionalData: [ZoneSign.words(extra), ZoneSign.words(more)].filter { !$0.isEmpty }.joined(separator: " "),
            checks: checks,
            mended: number.isMended ? [.documentNumber] : [])
    }

    /// The French card from before 2021: the second line has number, given names and birth. It has no date of expiry.
    private func frenchCard(today: CalendarDate) -> TravelZone? {
        guard hasCode("I"), ZoneState.read(signs(0, 2, 3))?.hasSameBytes(as: "FRA") == true,
            let birth = ZoneDay(digits(1, 27, 6))
        else { return nil }
        let number = digits(1, 0, 4) + either(1, 4, 3) + digits(1, 7, 5)
        let check = ZoneSign.digit(lines[1][12])
        let names = signs(1, 13, 14).map(ZoneSign.letter)
        let birthCheck = ZoneSign.digit(lines[1][33])
        let sexSign = sex(lines[1][34]) == .female ? UInt8(ascii: "F") : UInt8(ascii: "M")
        let surname = signs(0, 5, 25).map(ZoneSign.letter)
        let office = either(0, 30, 6)
        let above: [UInt8] = Array("IDFRA".utf8) + surname + office
        let checks = [
            TravelZone.Check(field: .documentNumber, holds: ZoneSign.holds(check, for: number)),
            TravelZone.Check(field: .birthDate, holds: ZoneSign.holds(birthCheck, for: birth.signs)),
            TravelZone.Check(
                field: .composite,
                holds: ZoneSign.holds(lines[1][35], for: above + number + [check] + names + birth.signs + [birthCheck, sexSign])),
        ]
        guard isLikely(checks) else { return nil }
        return TravelZone(
            format: format, documentCode: "ID", issuingState: "FRA", surname: ZoneSign.words(surname),
            givenNames: ZoneSign.words(names), isNameCut: names.last != ZoneSign.filler || surname.last != ZoneSign.filler,
            documentNumber: ZoneSign.text(number), nationality: "FRA",
            birthDate: birth.birth(today: today), sex: sex(lines[1][34]), expiryDate: nil, optionalData: ZoneSign.words(office),
            checks: checks, mended: [])
    }

    /// One check digit is valid by chance in one of ten lines of letters. Two valid ones make a zone.
    private func isLikely(_ checks: [TravelZone.Check]) -> Bool { checks.count(where: \.holds) >= 2 }

    private func sex(_ sign: UInt8) -> TravelZone.Sex {
        switch Unicode.Scalar(sign) {
        case "F": .female
        case "M": .male
        default: .unspecified
        }
    }
}
