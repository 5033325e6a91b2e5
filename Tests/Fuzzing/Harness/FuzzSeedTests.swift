#if !FUZZING
    import FoundationEssentials
    import Testing

    /// What the fuzzers begin with.
    @Suite
    struct FuzzSeedTests {
        /// Of one target, in all, besides its seeds as they are.
        private static let changes = 2000

        @Test(arguments: fuzzTargets.indices)
        func holdsAsItIsAndWithAFewBytesChanged(index: Int) throws {
            let target = fuzzTargets[index]
            let seeds = target.seeds
            try #require(!seeds.isEmpty)
            var random = Scramble(state: UInt64(index) + 1)
            for (number, seed) in seeds.enumerated() {
                target.run(seed)
                // The same number of changes for each, and no fewer than that in all.
                let share = (number + 1) * Self.changes / seeds.count - number * Self.changes / seeds.count
                for _ in 0..<min(share, 50) { target.run(changed(seed, &random)) }
            }
        }

        /// `deploy/fuzz` finds targets by their files; one that is not in the list could not be run.
        @Test func listsATargetForEachFileOfTargets() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Targets")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(files) == Set(fuzzTargets.map { "\($0).swift" }))
        }

        @Test func replacesEachMarkedNumberAndEachNumberOfJSONByEveryHostileOne() {
            let count = HostileNumbers.texts.count
            let marked = HostileNumbers.seeds("a=‹1›-‹2›")
            #expect(marked.count == 1 + 2 * count && marked[0] == Array("a=1-2".utf8))
            #expect(marked.contains(Array("a=1-9223372036854775807".utf8)) && marked.contains(Array("a=4294967296-2".utf8)))
            let json = HostileNumbers.seeds(json: Array(#"{"a":1,"b":[2,"3"],"c":"4"}"#.utf8))
            #expect(json.count == 1 + 2 * count && json.contains(Array(#"{"a":1,"b":[18446744073709551616,"3"],"c":"4"}"#.utf8)))
            let binary = HostileNumbers.seeds(binary: [UInt8](repeating: 1, count: 9))
            #expect(binary.contains([1, 0x7f] + [UInt8](repeating: 0xff, count: 7)))
        }

        private func changed(_ seed: [UInt8], _ random: inout Scramble) -> [UInt8] {
            var bytes = seed
            for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            return bytes
        }
    }

    /// The same changes in every run.
    private struct Scramble: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }
#endif
