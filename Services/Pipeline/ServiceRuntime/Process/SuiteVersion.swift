/// Of all programs of the suite: they are built and rolled out together.
public enum SuiteVersion {
    public static let text = "0.1.0"
}
