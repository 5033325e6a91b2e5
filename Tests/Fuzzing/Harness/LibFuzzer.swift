// Compiled by deploy/fuzz only, beside one target that it names `Fuzzed`.
#if FUZZING
    import Glibc

    /// Called once for each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        Fuzzed.run(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }

    /// Called before the first input. With `FUZZ_SEEDS=FOLDER` the seeds are written there, and nothing is run.
    @_cdecl("LLVMFuzzerInitialize")
    public func fuzzInitialize(
        _: UnsafeMutablePointer<CInt>, _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
    ) -> CInt {
        guard let folder = getenv("FUZZ_SEEDS") else { return 0 }
        for (number, seed) in Fuzzed.seeds.enumerated() {
            let path = "\(String(cString: folder))/seed-\(number)"
            guard let file = fopen(path, "w"), fwrite(seed, 1, seed.count, file) == seed.count, fclose(file) == 0 else {
                perror(path)
                exit(1)
            }
        }
        exit(0)
    }
#endif
