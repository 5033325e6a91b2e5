/// The version of all programs of the suite: they are built and deployed together.
public enum SuiteVersion {
    public static let text = "0.1.0"
}
