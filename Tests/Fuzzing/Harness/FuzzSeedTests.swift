#if !FUZZING
    import Testing

    /// Every target, by its name. Add yours.
    private let targets: [(name: String, target: any FuzzTarget.Type)] = [
        ("BoxStructure", BoxStructure.self), ("ChunkStructure", ChunkStructure.self),
        ("HTTPConnection", HTTPConnection.self), ("JPEGStructure", JPEGStructure.self),
        ("MultipartForm", MultipartForm.self), ("PDFFileStructure", PDFFileStructure.self), ("ProxyClaims", ProxyClaims.self),
        ("TIFFStructure", TIFFStructure.self),
    ]

    @Suite("What the fuzzers begin with")
    struct FuzzSeedTests {
        @Test("Holds, as it is and with a few bytes changed", arguments: targets.indices)
        func seeds(index: Int) throws {
            let target = targets[index].target
            let seeds = target.seeds
            try #require(!seeds.isEmpty)
            var random = Scramble(state: UInt64(index) + 1)
            for seed in seeds {
                target.run(seed)
                for _ in 0..<50 { target.run(changed(seed, &random)) }
            }
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
