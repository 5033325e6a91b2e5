// Compiled by deploy/fuzz only: one program with all targets, of which FUZZ_TARGET names the one that is run.
#if FUZZING
    import Glibc

    // libFuzzer calls these two one after the other, on one thread.
    private nonisolated(unsafe) var target: (any FuzzTarget.Type)?

    /// Called once for each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }

    /// Called before the first input. With `FUZZ_SEEDS=FOLDER` seeds and dictionary are written there, and nothing is run.
    @_cdecl("LLVMFuzzerInitialize")
    public func fuzzInitialize(
        _: UnsafeMutablePointer<CInt>, _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
    ) -> CInt {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let named = fuzzTargets.first(where: { String(describing: $0) == name }) else {
            print("FUZZ_TARGET is “\(name)”; targets are listed in Tests/Fuzzing/Harness/FuzzTargets.swift")
            exit(64)
        }
        target = named
        guard let folder = getenv("FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
        for (number, seed) in named.seeds.enumerated() { write(seed, to: "\(folder)/seed-\(number)") }
        write(Array(HostileNumbers.dictionary.utf8), to: "\(folder)/../dictionary")
        exit(0)
    }

    private func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            perror(path)
            exit(1)
        }
    }
#endif
