import FoundationEssentials
import Testing

@testable import LoadTest

@Suite struct HistogramTests {
    /// Durations as they are met: most short, few long.
    private func values(_ count: Int, seed: UInt64) -> [Int64] {
        var random = Scramble(seed)
        return (0..<count).map { _ in
            let magnitude = random.next() % 34
            return Int64(random.next() % (1 << magnitude | 1))
        }
    }

    private func histogram(_ values: [Int64], _ precision: LatencyHistogram.Precision = .threeDigits) -> LatencyHistogram {
        var histogram = LatencyHistogram(precision)
        for value in values { histogram.record(value) }
        return histogram
    }

    @Test(arguments: [1, 2, 3, 7, 100, 4_001], [UInt64(1), 2, 3])
    func percentilesAreThoseOfTheSortedValuesToThreeDigits(_ count: Int, _ seed: UInt64) throws {
        let values = values(count, seed: seed)
        let (histogram, sorted) = (histogram(values), values.sorted())
        #expect(histogram.count == count && histogram.minimum == sorted.first && histogram.maximum == sorted.last)
        for share in [0, 0.01, 1, 25, 50, 75, 90, 99, 99.9, 99.99, 100] {
            let exact = sorted[max(1, Int((share / 100 * Double(count)).rounded(.up))) - 1]
            let found = try #require(histogram.percentile(share))
            #expect(found >= exact && Double(found - exact) <= max(0, Double(exact) / 1000), "p\(share): \(found), not \(exact)")
        }
        let mean = try #require(histogram.mean)
        #expect(abs(mean - Double(values.reduce(0, +)) / Double(count)) <= 1e-6 * max(1, mean))
    }

    @Test func everyValueLiesInItsBucketAndBucketsTouch() {
        for precision in [LatencyHistogram.Precision.coarse, .threeDigits] {
            var end: Int64 = -1
            for index in 0...LatencyHistogram.index(of: LatencyHistogram.longest, precision) {
                let (low, high) = (
                    LatencyHistogram.lowerEnd(of: index, precision), LatencyHistogram.upperEnd(of: index, precision)
                )
                #expect(low == end + 1 && high >= low)
                #expect(LatencyHistogram.index(of: low, precision) == index)
                #expect(LatencyHistogram.index(of: high, precision) == index)
                #expect(high - low <= low / Int64(precision.linear / 2))
                end = high
            }
        }
    }

    @Test func mergedIsAsIfCountedTogether() {
        let (left, right) = (values(500, seed: 4), values(800, seed: 5))
        var merged = histogram(left)
        merged.merge(histogram(right))
        let together = histogram(left + right)
        #expect(merged.percentile(37) == together.percentile(37) && merged.cumulative.count == together.cumulative.count)
        #expect(zip(merged.cumulative, together.cumulative).allSatisfy { $0 == $1 })
        var none = LatencyHistogram()
        none.merge(LatencyHistogram())
        #expect(none.percentile(50) == nil && none.mean == nil && none.isEmpty)
    }

    @Test func aCoarseOneTakesInAFineOne() throws {
        let all = values(2_000, seed: 6)
        var coarse = LatencyHistogram(.coarse)
        coarse.merge(histogram(all))
        let (exact, found) = (all.sorted()[1_799], try #require(coarse.percentile(90)))
        #expect(coarse.count == 2_000 && abs(Double(found - exact)) <= Double(exact) / 16)
    }

    @Test func whatIsOutOfRangeIsCountedAtItsEnd() {
        let histogram = histogram([-5, .max])
        #expect(histogram.minimum == 0 && histogram.maximum == LatencyHistogram.longest && histogram.percentile(50) == 0)
    }

    @Test func jsonKeepsAllOfIt() throws {
        let histogram = histogram(values(3_000, seed: 7))
        let text = try JSONEncoder().encode(histogram)
        #expect(try JSONDecoder().decode(LatencyHistogram.self, from: text) == histogram)
    }

    @Test(arguments: [
        #"{"precision":11,"buckets":[1],"minimum":0,"maximum":1,"sum":1}"#,
        #"{"precision":11,"buckets":[5,1,4,1],"minimum":0,"maximum":1,"sum":1}"#,
        #"{"precision":11,"buckets":[5,-1],"minimum":0,"maximum":1,"sum":1}"#,
        #"{"precision":11,"buckets":[4611686018427387904,1],"minimum":0,"maximum":1,"sum":1}"#,
        #"{"precision":11,"buckets":[1,9007199254740992],"minimum":0,"maximum":1,"sum":1}"#,
        #"{"precision":11,"buckets":[1,1],"minimum":3,"maximum":1,"sum":1}"#,
        #"{"precision":12,"buckets":[1,1],"minimum":0,"maximum":1,"sum":1}"#,
    ])
    func aForgedOneIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(LatencyHistogram.self, from: Data(text.utf8)) }
    }
}
