// swift-tools-version: 6.3
import PackageDescription

// Docket builds with the Swift toolchain and Debian's C libraries alone: there is no package to fetch.
// Each C library stands behind one `C…` target, which exactly one Swift module imports.

// MARK: - Settings

/// The language mode is 6 for every target (see the end of this file); warnings are errors.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For what parses hostile bytes: every unsafe expression must be marked, and there should be none.
let memorySafe: [SwiftSetting] = strict + [.strictMemorySafety()]

// MARK: - Kinds of targets

func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Services/Platform/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// C of our own over the C library alone: wrappers for what Swift cannot import.
func kernel(_ name: String) -> Target {
    .target(name: name, path: "Services/Platform/\(name)")
}

func platform(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, path: "Services/Platform/\(name)", swiftSettings: settings)
}

func service(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Services/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: strict)
}

// MARK: - Targets. An arrow of imports only ever goes down.

let shared: [Target] = [
    .target(name: "Shared", path: "Shared", swiftSettings: memorySafe)
]

let leaves: [Target] = [
    platform("Telemetry"),
    platform("Configuration"),
    platform("CommandLine"),
]

let ground: [Target] = [
    kernel("CEventLoop"),
    platform("EventLoop", ["CEventLoop", "Telemetry"]),
]

let overC: [Target] = [
    system("CLibcurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CLibpq", pkgConfig: "libpq", apt: "libpq-dev"),
    system("CLibrdkafka", pkgConfig: "rdkafka", apt: "librdkafka-dev"),
    .target(name: "CEmbeddedBroker", path: "Services/Platform/CEmbeddedBroker"),
    system("CLibcrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    // vips.pc and poppler-glib.pc pull in `-pthread`, which SwiftPM refuses with a warning: the includes that these two headers
    // need come from gobject's and cairo's, and the module maps name the libraries.
    system("CLibvips", pkgConfig: "gobject-2.0", apt: "libvips-dev"),
    system("CLibmagic", pkgConfig: "libmagic", apt: "libmagic-dev"),
    system("CLibyaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    system("CQpdf", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
    system("CPoppler", pkgConfig: "cairo", apt: "libpoppler-glib-dev"),
    system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    platform("HTTPServer", ["EventLoop", "Telemetry"], settings: memorySafe),
    platform("HTTPClient", ["CLibcurl", "EventLoop", "Shared", "Telemetry"]),
    platform("Postgres", ["CLibpq", "EventLoop", "Telemetry"]),
    platform("Kafka", ["CEmbeddedBroker", "CLibrdkafka", "EventLoop", "Telemetry"]),
    platform("Crypto", ["CLibcrypto"]),
    platform("YAML", ["CLibyaml"]),
    platform("Imaging", ["CLibvips"]),
    platform("PDF", ["CQpdf", "CPoppler"]),
    platform("Magic", ["CLibmagic"]),
]

let upper: [Target] = [
    kernel("CBlobStore"),
    .target(name: "CIntakePage", path: "Services/Platform/CIntakePage", exclude: ["page"]),
    kernel("CJail"),
    kernel("CSandbox"),
    platform("Sandbox", ["CSandbox", "CSeccomp"]),
    platform("BlobStore", ["CBlobStore", "Configuration", "Crypto", "EventLoop", "HTTPClient", "Shared"]),
    platform("DocketStore", ["Crypto", "EventLoop", "Postgres", "Shared", "Telemetry"]),
    platform("Malware", ["Configuration", "EventLoop"]),
    platform("Webhooks", ["Crypto", "DocketStore", "HTTPClient", "Shared"]),
    platform("JourneyFiles", ["Shared", "YAML"]),
    platform("Jail", ["CJail", "Configuration", "EventLoop", "Shared", "Telemetry"]),
    platform("PagePDF", ["Crypto", "Jail"], settings: memorySafe),
    platform("Zygote", ["Jail", "Sandbox"]),
    platform("Decoding", ["Imaging", "Jail", "Magic", "PDF", "Shared", "Zygote"]),
    platform(
        "ServiceRuntime",
        [
            "BlobStore", "Configuration", "Crypto", "DocketStore", "EventLoop", "HTTPClient", "HTTPServer", "Kafka", "Postgres",
            "Shared", "Telemetry",
        ]),
    .target(name: "IntakeClient", dependencies: ["Shared"], path: "Services/IntakeClient", swiftSettings: strict),
    .target(
        name: "URLSessionTransport", dependencies: ["IntakeClient"], path: "Services/URLSessionTransport", swiftSettings: strict),
    .target(
        name: "IntakeTransport", dependencies: ["EventLoop", "HTTPClient", "IntakeClient"], path: "Services/IntakeTransport",
        swiftSettings: strict),
    .target(name: "LoadTest", dependencies: ["Shared"], path: "Services/LoadTest", swiftSettings: strict),
]

let services: [Target] = [
    service(
        "IntakeGateway",
        [
            "BlobStore", "CIntakePage", "Configuration", "Crypto", "DocketStore", "EventLoop", "HTTPClient", "HTTPServer",
            "JourneyFiles", "Postgres", "ServiceRuntime", "Shared", "Telemetry", "Webhooks",
        ]),
    service(
        "ValidationWorker",
        [
            "BlobStore", "Configuration", "DocketStore", "EventLoop", "Jail", "Malware", "Postgres", "ServiceRuntime", "Shared",
            "Telemetry",
        ]),
    service(
        "NormalizationWorker",
        [
            "BlobStore", "Configuration", "Crypto", "DocketStore", "EventLoop", "Jail", "PagePDF", "Postgres", "ServiceRuntime",
            "Shared", "Telemetry",
        ]),
    service(
        "NotificationService",
        [
            "Configuration", "Crypto", "DocketStore", "EventLoop", "HTTPClient", "Postgres", "ServiceRuntime", "Shared",
            "Telemetry", "Webhooks",
        ]),
    service("DecoderJail", ["Decoding", "Zygote"]),
    service(
        "DocketCLI",
        [
            "BlobStore", "CommandLine", "Configuration", "Crypto", "DocketStore", "EventLoop", "HTTPClient", "HTTPServer",
            "IntakeClient",
            "IntakeTransport", "Jail", "JourneyFiles", "Kafka", "LoadTest", "Postgres", "ServiceRuntime", "Shared", "Telemetry",
            "Webhooks",
        ]),
]

let testing: [Target] = [
    .target(
        name: "Support",
        dependencies: [
            "BlobStore", "Crypto", "DocketStore", "EventLoop", "HTTPServer", "Kafka", "Postgres", "ServiceRuntime", "Shared",
            "Telemetry",
        ],
        path: "Tests/Support", swiftSettings: strict),
    tests("Shared", ["Shared", "Support"], exclude: ["MustNotCompile"]),
    tests("Telemetry", ["Telemetry"]),
    tests("Configuration", ["Configuration"]),
    tests("CommandLine", ["CommandLine"]),
    tests("EventLoop", ["EventLoop", "Telemetry"]),
    tests("HTTPServer", ["EventLoop", "HTTPServer", "Telemetry"]),
    tests(
        "Fuzzing",
        [
            "BlobStore", "Crypto", "DocketStore", "DocumentFixtures", "HTTPClient", "HTTPServer", "IntakeGateway", "Jail",
            "JourneyFiles", "Malware", "PagePDF", "ServiceRuntime", "Shared", "Telemetry",
        ]),
    tests("HTTPClient", ["EventLoop", "HTTPClient", "HTTPServer", "Telemetry"]),
    tests("Postgres", ["EventLoop", "Postgres", "Support", "Telemetry"]),
    tests("Kafka", ["EventLoop", "Kafka", "Support", "Telemetry"]),
    tests("Crypto", ["Crypto", "Support"]),
    tests("YAML", ["YAML"]),
    tests("Malware", ["EventLoop", "Malware", "Support"]),
    tests("Webhooks", ["Crypto", "Webhooks"]),
    tests("JourneyFiles", ["JourneyFiles", "Shared"]),
    .target(name: "DocumentFixtures", path: "Tests/DocumentFixtures", swiftSettings: strict),
    tests("Detection", ["DocumentFixtures", "Shared", "Support"]),
    tests("Decoding", ["DocumentFixtures", "Imaging", "Magic", "PDF", "Shared"]),
    tests("PagePDF", ["Crypto", "DocumentFixtures", "Imaging", "Jail", "PDF", "PagePDF", "Shared"]),
    .target(name: "CHostileDecoder", path: "Tests/CHostileDecoder"),
    .executableTarget(
        name: "HostileDecoder", dependencies: ["CHostileDecoder", "Jail", "Sandbox", "Zygote"], path: "Tests/HostileDecoder",
        swiftSettings: strict),
    tests("Sandbox", ["Jail", "Sandbox"]),
    tests(
        "Jail",
        [
            "Configuration", "DocumentFixtures", "EventLoop", "Jail", "Shared", "Telemetry",
            // The programs that these tests start; they lie beside the test bundle.
            "DecoderJail", "HostileDecoder",
        ]),
    tests("BlobStore", ["BlobStore", "Configuration", "Crypto", "EventLoop", "HTTPClient", "Shared", "Support"]),
    tests("DocketStore", ["Crypto", "DocketStore", "EventLoop", "Postgres", "Shared", "Support", "Telemetry"]),
    tests(
        "ServiceRuntime",
        [
            "Configuration", "DocketStore", "EventLoop", "HTTPServer", "Kafka", "Postgres", "ServiceRuntime", "Shared", "Support",
            "Telemetry",
        ]),
    tests(
        "Simulation",
        [
            "DocketStore", "EventLoop", "HTTPClient", "Kafka", "NotificationService", "ServiceRuntime", "Shared", "Support",
            "Telemetry",
        ], exclude: ["Plants"]),
    tests(
        "IntakeClient",
        [
            "Crypto", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeTransport", "Shared", "Support",
            "Telemetry", "URLSessionTransport",
            // A program that these tests start; it lies beside the test bundle.
            "IntakeGateway",
        ]),
    tests(
        "IntakeGateway",
        [
            "BlobStore", "Configuration", "Crypto", "DocketStore", "DocumentFixtures", "EventLoop", "HTTPClient", "HTTPServer",
            "IntakeClient", "IntakeGateway", "IntakeTransport", "JourneyFiles",
            "Postgres", "ServiceRuntime", "Shared", "Support", "Telemetry",
            // A program that these tests start; it lies beside the test bundle.
            "DocketCLI",
        ], exclude: ["Page"]),
    tests(
        "ValidationWorker",
        [
            "BlobStore", "DocketStore", "DocumentFixtures", "EventLoop", "Jail", "Malware", "Postgres", "ServiceRuntime",
            "Shared", "Support", "Telemetry", "ValidationWorker",
        ]),
    tests(
        "NormalizationWorker",
        [
            "BlobStore", "DocketStore", "EventLoop", "Jail", "NormalizationWorker", "Postgres", "ServiceRuntime", "Shared",
            "Support", "Telemetry",
        ]),
    tests(
        "Zoo",
        [
            "BlobStore", "DocketStore", "DocumentFixtures", "EventLoop", "Jail", "NormalizationWorker", "PagePDF",
            "ServiceRuntime", "Shared", "Support", "Telemetry", "ValidationWorker",
        ]),
    tests(
        "NotificationService",
        [
            "Configuration", "Crypto", "DocketStore", "EventLoop", "HTTPClient", "HTTPServer", "NotificationService", "Postgres",
            "ServiceRuntime", "Shared", "Support", "Telemetry", "Webhooks",
        ], exclude: ["Mail/pictures.py"]),
    tests(
        "DocketCLI",
        [
            "BlobStore", "CommandLine", "DocketCLI", "DocketStore", "EventLoop", "HTTPServer", "IntakeClient", "JourneyFiles",
            "Kafka",
            "LoadTest", "Postgres", "ServiceRuntime", "Shared", "Support", "Telemetry",
        ]),
    tests("LoadTest", ["LoadTest", "Shared"]),
    .executableTarget(
        name: "Measures", dependencies: ["Crypto", "DocumentFixtures", "Shared"], path: "Tests/Bench/Measures",
        swiftSettings: strict),
    .executableTarget(
        name: "Unjailed", dependencies: ["Decoding", "Jail", "Zygote"], path: "Tests/Bench/Unjailed", swiftSettings: strict),
    .executableTarget(
        name: "Chaos",
        dependencies: [
            "CommandLine", "Crypto", "DocumentFixtures", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient",
            "IntakeTransport", "Shared", "Support", "Telemetry",
        ],
        path: "Tests/Chaos", exclude: ["Plants"], swiftSettings: strict),
    .testTarget(name: "ChaosTests", dependencies: ["Chaos", "Shared"], path: "Tests/ChaosTests", swiftSettings: strict),
    tests(
        "Integration",
        [
            "Crypto", "DocumentFixtures", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeTransport", "Kafka",
            "Postgres", "ServiceRuntime", "Shared", "Support", "Telemetry",
            // The programs that these tests start; they lie beside the test bundle.
            "DecoderJail", "DocketCLI", "IntakeGateway", "NormalizationWorker", "NotificationService", "ValidationWorker",
        ], exclude: ["Deployment"]),
]

let package = Package(
    name: "Docket",
    // For apps, which use the libraries alone; services run on Linux.
    platforms: [.iOS(.v26), .macOS(.v26), .macCatalyst(.v26), .visionOS(.v26)],
    products: [
        .library(name: "Shared", targets: ["Shared"]),
        .library(name: "IntakeClient", targets: ["IntakeClient"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .executable(name: "docket", targets: ["DocketCLI"]),
    ],
    targets: shared + leaves + ground + overC + upper + services + testing,
    swiftLanguageModes: [.v6]
)
