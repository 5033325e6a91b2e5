import CSandbox

/// Memory that the process has allocated and freed.
public enum FreedMemory {
    /// Returns it to the kernel. After a fork, freed memory would have to be copied before its next use; new memory has
    /// not.
    public static func giveBack() {
        docket_sandbox_release_freed_memory()
    }
}
