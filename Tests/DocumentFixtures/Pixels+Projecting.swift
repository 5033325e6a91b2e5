extension Pixels {
    /// A photo of this lying on grey, as a camera sees it askew: its corners are at these places, from the top left clockwise.
    public func photographed(at corners: [(x: Double, y: Double)], width: Int, height: Int) -> Pixels {
        let places = PlaneMap(ontoSquareFrom: corners)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let place = places.place(of: (Double(x) + 0.5, Double(y) + 0.5))
                guard place.x >= 0, place.x < 1, place.y >= 0, place.y < 1 else {
                    rgb += [110, 100, 90]
                    continue
                }
                let colour = self[Int(place.x * Double(self.width)), Int(place.y * Double(self.height))]
                rgb += [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
            }
        }
        return Pixels(width: width, height: height, rgb: rgb)
    }
}

/// Where points of a photo lie on the sheet that it shows: the eight numbers are found by elimination, another way than the decoder's.
private struct PlaneMap {
    private var numbers: [Double] = []

    init(ontoSquareFrom corners: [(x: Double, y: Double)]) {
        let square: [(x: Double, y: Double)] = [(0, 0), (1, 0), (1, 1), (0, 1)]
        var rows: [[Double]] = []
        for (from, to) in zip(corners, square) {
            rows.append([from.x, from.y, 1, 0, 0, 0, -from.x * to.x, -from.y * to.x, to.x])
            rows.append([0, 0, 0, from.x, from.y, 1, -from.x * to.y, -from.y * to.y, to.y])
        }
        for column in 0..<8 {
            let pivot = (column..<8).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, pivot)
            for row in 0..<8 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column..<9 { rows[row][index] -= factor * rows[column][index] }
            }
        }
        numbers = (0..<8).map { rows[$0][8] / rows[$0][$0] }
    }

    func place(of point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let below = numbers[6] * point.x + numbers[7] * point.y + 1
        return (
            (numbers[0] * point.x + numbers[1] * point.y + numbers[2]) / below,
            (numbers[3] * point.x + numbers[4] * point.y + numbers[5]) / below
        )
    }
}
