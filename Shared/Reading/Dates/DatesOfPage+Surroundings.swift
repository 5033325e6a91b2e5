/// Finds labels in the row of a date, above it or around it.
extension DatesOfPage {
    func naming(_ placed: PlacedLabel, _ source: FactSource) -> Naming {
        Naming(meaning: placed.label.meaning, weight: placed.label.weight, source: source)
    }

    func inRow(_ day: PrintedDay) -> Candidate? {
        let nearest = labels.filter {
            $0.label.position == .before && $0.line != day.line && $0.box.right <= day.box.left + day.box.width / 4
                && $0.box.sharesRow(with: day.box)
        }.max { $0.box.right < $1.box.right }
        guard let nearest else { return nil }
        let isTaken = days.contains {
            $0.box.left >= nearest.box.right && $0.box.right <= day.box.left && $0.box.sharesRow(with: day.box)
        }
        return isTaken ? nil : (naming(nearest, .label), (day.box.left - nearest.box.right) / 4 + 20)
    }

    func above(_ day: PrintedDay) -> Candidate? {
        let nearest = labels.filter {
            $0.label.position == .before && $0.box.bottom <= day.box.top + day.box.height / 3
                && $0.box.sharesColumn(with: day.box)
                && day.box.top - $0.box.bottom <= 2 * max(day.box.height, $0.box.height)
        }.max { $0.box.bottom < $1.box.bottom }
        guard let nearest else { return nil }
        let isTaken = days.contains {
            $0.box.top >= nearest.box.bottom && $0.box.bottom <= day.box.top && $0.box.sharesColumn(with: day.box)
        }
        if isTaken { return nil }
        return (
            naming(nearest, .heading), 150 + max(0, day.box.top - nearest.box.bottom) + abs(day.box.left - nearest.box.left) / 4
        )
    }

    /// Whether one column has three or more dates, as bookings do.
    func isInTable(_ day: PrintedDay) -> Bool {
        days.count {
            !$0.box.sharesRow(with: day.box) && (abs($0.box.left - day.box.left) <= 80 || abs($0.box.right - day.box.right) <= 80)
        } >= 3
    }

    /// Whether a time such as 12:34 is near in the same line.
    func isBesideTime(_ day: PrintedDay) -> Bool {
        let line = lines[day.line]
        let range = day.expression.range
        func isTime(_ colon: Int) -> Bool {
            line.scalars[colon] == ":" && line.scalar(colon - 1)?.isDigit == true && line.scalar(colon + 1)?.isDigit == true
                && line.scalar(colon + 2)?.isDigit == true
        }
        let behind = (range.upperBound..<min(line.scalars.count, range.upperBound + 16)).contains(where: isTime)
        return behind || (max(0, range.lowerBound - 16)..<range.lowerBound).contains(where: isTime)
    }
}
