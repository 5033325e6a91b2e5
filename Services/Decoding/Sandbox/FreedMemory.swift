import CSandbox

/// What a process has allocated and freed again.
public enum FreedMemory {
    /// Gives it back to the kernel. After a fork it would have to be copied before it can be used again; new memory has not.
    public static func giveBack() {
        docket_sandbox_release_freed_memory()
    }
}
