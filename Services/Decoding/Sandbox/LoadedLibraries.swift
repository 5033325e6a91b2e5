import CSandbox
import Glibc

/// Libraries that the process has loaded, for others that it needs name them.
public enum LoadedLibraries {
    /// What tells the builds of the program and of all that it has loaded apart.
    public static var builds: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = docket_sandbox_builds(&bytes, bytes.count)
        return Array(bytes.prefix(count))
    }

    /// Keeps libraries out of the processes that are forked from now on.
    ///
    /// Such a process does not copy their mappings, and a hostile file finds less to run. A call of one ends it by SIGSEGV.
    ///
    /// - Parameter names: Without version, such as `libkrb5`. One that is not loaded is passed over.
    /// - Precondition: All symbols are bound (`LD_BIND_NOW`), and no such process loads a library: either reads all that are loaded. No
    ///   library that stays has a symbol from one of these which it does not mean to call, and none of these has a handler for forks.
    /// - Returns: The number of libraries found.
    @discardableResult
    public static func keepFromChildren(_ names: [String]) -> Int {
        let strings = names.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let pointers = strings.map { UnsafePointer($0) }
        return Int(pointers.withUnsafeBufferPointer { docket_sandbox_keep_libraries($0.baseAddress, $0.count) })
    }
}
