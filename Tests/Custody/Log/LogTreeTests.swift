import Crypto
import Shared
import Support
import Testing

@testable import Custody

/// The tree against the definition of RFC 9162, section 2.1, written down as it stands there.
struct LogTreeTests {
    private enum Definition {
        /// Section 2.1.1.
        static func root(_ leaves: ArraySlice<LogHash>) -> LogHash {
            guard let first = leaves.first else { return LogHash(SHA256.hash("")) ?? .empty }
            guard leaves.count > 1 else { return first }
            let middle = leaves.startIndex + split(leaves.count)
            return LogHash(root(leaves[..<middle]), root(leaves[middle...]))
        }

        /// Section 2.1.3.1.
        static func path(_ index: Int, _ leaves: ArraySlice<LogHash>) -> [LogHash] {
            guard leaves.count > 1 else { return [] }
            let half = split(leaves.count)
            let middle = leaves.startIndex + half
            return index < half
                ? path(index, leaves[..<middle]) + [root(leaves[middle...])]
                : path(index - half, leaves[middle...]) + [root(leaves[..<middle])]
        }

        /// Section 2.1.4.1.
        static func consistency(_ old: Int, _ leaves: ArraySlice<LogHash>, isWhole: Bool = true) -> [LogHash] {
            guard old < leaves.count else { return isWhole ? [] : [root(leaves)] }
            let half = split(leaves.count)
            let middle = leaves.startIndex + half
            return old <= half
                ? consistency(old, leaves[..<middle], isWhole: isWhole) + [root(leaves[middle...])]
                : consistency(old - half, leaves[middle...], isWhole: false) + [root(leaves[..<middle])]
        }

        static func split(_ count: Int) -> Int {
            var power = 1
            while power * 2 < count { power *= 2 }
            return power
        }
    }

    private static func leaves(_ count: Int) -> [LogHash] {
        (0..<count).map { LogHash(leaf: [UInt8($0 % 256), UInt8($0 / 256)]) }
    }

    private static func tiles(_ leaves: [LogHash]) throws -> LogTiles {
        var tiles = LogTiles()
        for (size, leaf) in leaves.enumerated() { try Self.append(leaf, to: &tiles, size: size) }
        return tiles
    }

    private static func append(_ leaf: LogHash, to tiles: inout LogTiles, size: Int) throws {
        let isAppended = tiles.append(leaf, size: size)
        try #require(isAppended)
    }

    /// Those that implementations of Certificate Transparency are held to.
    @Test func `the roots are those that others compute`() throws {
        let inputs: [[UInt8]] = [
            [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
            Array(0x50...0x57), Array(0x60...0x6F),
        ]
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ]
        let tiles = try Self.tiles(inputs.map { LogHash(leaf: $0) })
        var frontier = LogFrontier()
        for (size, root) in roots.enumerated() {
            #expect(tiles.root(size: size)?.description == root)
            #expect(frontier.root.description == root && frontier.size == size)
            if size < inputs.count { frontier.append(LogHash(leaf: inputs[size])) }
        }
    }

    @Test func `roots of all sizes are those of the definition`() throws {
        let leaves = Self.leaves(1_100)
        let tiles = try Self.tiles(leaves)
        var frontier = LogFrontier()
        for size in 0...leaves.count {
            if size < 600 || size > 1_000 {
                let root = Definition.root(leaves[..<size])
                #expect(tiles.root(size: size) == root && frontier.root == root)
            }
            if size < leaves.count { frontier.append(leaves[size]) }
        }
    }

    @Test func `an inclusion is proven for each leaf of each size, and of nothing else`() throws {
        let leaves = Self.leaves(300)
        let tiles = try Self.tiles(leaves)
        for size in Array(1...70) + [127, 128, 129, 255, 256, 257, 300] {
            let root = try #require(tiles.root(size: size))
            for index in 0..<size {
                let proof = try #require(LogProof(inclusionOf: index, size: size)?.hashes(from: tiles))
                #expect(proof == Definition.path(index, leaves[..<size]))
                #expect(LogProofCheck.holds(leaf: leaves[index], index: index, size: size, root: root, proof: proof))
                let other = leaves[(index + 1) % leaves.count]
                #expect(!LogProofCheck.holds(leaf: other, index: index, size: size, root: root, proof: proof))
                let isOther = LogProofCheck.holds(leaf: leaves[index], index: index ^ 1, size: size, root: root, proof: proof)
                #expect(!isOther || size == 1)
                if let last = proof.last {
                    let (short, long) = (Array(proof.dropLast()), proof + [last])
                    #expect(!LogProofCheck.holds(leaf: leaves[index], index: index, size: size, root: root, proof: short))
                    #expect(!LogProofCheck.holds(leaf: leaves[index], index: index, size: size, root: root, proof: long))
                    let swapped = Array(proof.dropLast()) + [LogHash(leaf: [7])]
                    #expect(!LogProofCheck.holds(leaf: leaves[index], index: index, size: size, root: root, proof: swapped))
                }
            }
            #expect(LogProof(inclusionOf: size, size: size) == nil && LogProof(inclusionOf: -1, size: size) == nil)
        }
    }

    @Test func `a log that begins with another is proven to, and none that does not`() throws {
        let leaves = Self.leaves(300)
        let tiles = try Self.tiles(leaves)
        for new in Array(0...70) + [127, 128, 129, 255, 256, 257, 300] {
            let newRoot = Definition.root(leaves[..<new])
            for old in 0...new {
                let oldRoot = Definition.root(leaves[..<old])
                let proof = try #require(LogProof(consistencyOf: old, with: new)?.hashes(from: tiles))
                #expect(proof == (old == 0 ? [] : Definition.consistency(old, leaves[..<new])))
                #expect(LogProofCheck.holds(old: (old, oldRoot), new: (new, newRoot), proof: proof))
                let forged = LogHash(leaf: [7])
                #expect(!LogProofCheck.holds(old: (old, forged), new: (new, newRoot), proof: proof))
                if old > 0 { #expect(!LogProofCheck.holds(old: (old, oldRoot), new: (new, forged), proof: proof)) }
                for place in proof.indices {
                    var wrong = proof
                    wrong[place] = forged
                    #expect(!LogProofCheck.holds(old: (old, oldRoot), new: (new, newRoot), proof: wrong))
                    wrong = proof
                    wrong.remove(at: place)
                    #expect(!LogProofCheck.holds(old: (old, oldRoot), new: (new, newRoot), proof: wrong))
                }
            }
            #expect(LogProof(consistencyOf: new + 1, with: new) == nil)
        }
    }

    /// A leaf that was changed changes the root: no proof leads from the old root to the new one.
    @Test func `no proof leads over a leaf that was changed`() throws {
        var leaves = Self.leaves(200)
        let old = Definition.root(leaves[..<150])
        leaves[20] = LogHash(leaf: [9, 9, 9])
        let tiles = try Self.tiles(leaves)
        let proof = try #require(LogProof(consistencyOf: 150, with: 200)?.hashes(from: tiles))
        #expect(!LogProofCheck.holds(old: (150, old), new: (200, try #require(tiles.root(size: 200))), proof: proof))
    }

    @Test func `a proof reads few tiles, and a log goes on from its edge alone`() throws {
        var generator = SeededGenerator(seed: 29)
        let leaves = Self.leaves(70_000)
        var whole = LogTiles()
        for (size, leaf) in leaves.enumerated() { try Self.append(leaf, to: &whole, size: size) }
        for _ in 0..<50 {
            let size = 1 + generator.number(below: leaves.count)
            let index = generator.number(below: size)
            let plan = try #require(LogProof(inclusionOf: index, size: size))
            #expect(plan.tiles.count <= 6)
            let some = LogTiles(whole.content.filter { plan.tiles.contains($0.key) })
            let ofRoot = LogTiles.ofRoot(size: size)
            let root = try #require(LogTiles(whole.content.filter { ofRoot.contains($0.key) }).root(size: size))
            let proof = try #require(plan.hashes(from: some))
            #expect(LogProofCheck.holds(leaf: leaves[index], index: index, size: size, root: root, proof: proof))
        }
        // The edge, as it was at that size.
        for size in [0, 1, 255, 256, 511, 65_535, 65_536, 69_000] {
            var then = LogTiles()
            for (place, leaf) in leaves[..<size].enumerated() { try Self.append(leaf, to: &then, size: place) }
            var edge = LogTiles(then.content.filter { LogTile.edge(of: size).contains($0.key) })
            #expect(edge.content.count == LogTile.edge(of: size).count)
            for place in size..<(size + 300) { try Self.append(leaves[place % leaves.count], to: &edge, size: place) }
            for tile in edge.changed where size + 300 <= leaves.count {
                #expect(whole.content[tile]?.starts(with: try #require(edge.content[tile])) == true)
            }
        }
    }

    @Test func `a tile that does not hold what a log of its size has is not written to`() throws {
        var tiles = try Self.tiles(Self.leaves(5))
        for size in [4, 6] {
            let isAppended = tiles.append(LogHash(leaf: [1]), size: size)
            #expect(!isAppended)
        }
        #expect(tiles.root(size: 6) == nil && LogProof(inclusionOf: 0, size: 9)?.hashes(from: tiles) == nil)
    }

    /// The sizes and indices of a proof may be anything.
    @Test func `a proof from outside cannot do harm`() {
        let hash = LogHash(leaf: [])
        let numbers = [Int.min, -1, 0, 1, 2, 1 << 40, Int.max - 1, Int.max]
        for first in numbers {
            for second in numbers {
                let proof = Array(repeating: hash, count: 70)
                #expect(!LogProofCheck.holds(leaf: hash, index: first, size: second, root: hash, proof: proof))
                #expect(!LogProofCheck.holds(old: (first, hash), new: (second, hash), proof: proof))
            }
        }
    }
}
