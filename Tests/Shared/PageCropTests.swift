import Shared
import Testing

@Suite struct PageCropTests {
    @Test(arguments: [
        [[0, 0], [10_000, 0], [10_000, 10_000], [0, 10_000]], [[1200, 800], [9000, 1500], [8200, 9400], [700, 8600]],
        [[0, 0], [1000, 0], [1000, 1000], [0, 1000]],
    ]) func fourCornersClockwiseAreAPart(_ points: [[Int]]) throws {
        let crop = try #require(PageCrop(points: points))
        #expect(crop.points == points)
        #expect(try CanonicalJSON.decode(PageCrop.self, from: CanonicalJSON.encode(crop)) == crop)
    }

    @Test(arguments: [
        // Anticlockwise, crossed, bent inwards, on a line, too small.
        [[0, 0], [0, 10_000], [10_000, 10_000], [10_000, 0]], [[0, 0], [10_000, 10_000], [10_000, 0], [0, 10_000]],
        [[0, 0], [10_000, 0], [1000, 1000], [0, 10_000]], [[0, 0], [5000, 0], [10_000, 0], [0, 10_000]],
        [[0, 0], [999, 0], [999, 1000], [0, 1000]],
        // Outside, three, five, no points.
        [[-1, 0], [10_000, 0], [10_000, 10_000], [0, 10_000]], [[0, 0], [10_001, 0], [10_000, 10_000], [0, 10_000]],
        [[.min, .max], [.max, 0], [.max, .max], [0, .max]], [[0, 0], [10_000, 0], [10_000, 10_000]],
        [[0, 0], [10_000, 0], [10_000, 10_000], [0, 10_000], [0, 5000]], [[0, 0], [10_000, 0], [10_000], [0, 10_000]], [],
    ]) func whatIsNoPartIsNone(_ points: [[Int]]) throws {
        #expect(PageCrop(points: points) == nil)
        #expect(throws: (any Error).self) { try CanonicalJSON.decode(PageCrop.self, from: CanonicalJSON.encode(points)) }
    }
}
