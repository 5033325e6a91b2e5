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

// MARK: - Storeys

/// A folder of modules, a module a folder. What is listed later stands on what is listed before it, never the other way round:
/// `heldToStoreys`, at the end of this file, refuses any other import.
struct Storey {
    let folder: String

    func module(_ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict) -> Target {
        .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
    }

    /// C of our own: wrappers for what Swift cannot import.
    func wrapper(_ name: String, exclude: [String] = []) -> Target {
        .target(name: name, path: "\(folder)/\(name)", exclude: exclude)
    }

    /// A C library of Debian's.
    func library(_ name: String, pkgConfig: String, apt: String) -> Target {
        .systemLibrary(name: name, path: "\(folder)/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
    }

    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: strict)
    }
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: strict)
}

/// The vocabulary, journeys, rules, state machines and events: pure, and safe for an app.
let shared: [Target] = [
    .target(name: "Shared", path: "Shared", swiftSettings: memorySafe)
]

let inServices = Storey(folder: "Services")

/// What knows nothing of documents: the machine, the network and the libraries.
let inSystem = Storey(folder: "Services/System")
let system: [Target] = [
    inSystem.library("CLibcurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    inSystem.library("CLibpq", pkgConfig: "libpq", apt: "libpq-dev"),
    inSystem.library("CLibrdkafka", pkgConfig: "rdkafka", apt: "librdkafka-dev"),
    inSystem.library("CLibcrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    inSystem.library("CLibyaml", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    inSystem.library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    inSystem.library("CP11Kit", pkgConfig: "p11-kit-1", apt: "libp11-kit-dev"),
    inSystem.library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    inSystem.library("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    inSystem.wrapper("CEmbeddedBroker"),
    inSystem.wrapper("CEventLoop"),
    inSystem.wrapper("CSteadyWaits"),
    inSystem.module("Telemetry"),
    inSystem.module("Configuration"),
    inSystem.module("CommandLine"),
    inSystem.module("EventLoop", ["CEventLoop", "Telemetry"]),
    inSystem.module("HTTPServer", ["EventLoop", "Telemetry"], settings: memorySafe),
    inSystem.module("LMTP", ["EventLoop", "Telemetry"], settings: memorySafe),
    inSystem.module("HTTPClient", ["CLibcurl", "EventLoop", "Shared", "Telemetry"]),
    inSystem.module("Postgres", ["CLibpq", "EventLoop", "Telemetry"]),
    inSystem.module("Kafka", ["CEmbeddedBroker", "CLibrdkafka", "CSteadyWaits", "EventLoop", "Telemetry"]),
    inSystem.module("Crypto", ["CLibcrypto", "Shared"]),
    inSystem.module("PKCS11", ["CP11Kit", "Configuration", "Crypto", "EventLoop"]),
    inSystem.module("YAML", ["CLibyaml"]),
    inSystem.module("Gzip", ["CZlib"]),
    inSystem.module("QRCode", ["CQREncode"]),
    inSystem.module("XML", ["CExpat"], settings: memorySafe),
]

/// What reads a person's file, in a child that may do nothing else, and what speaks to that child.
let inDecoding = Storey(folder: "Services/Decoding")
let decoding: [Target] = [
    // vips.pc and poppler-glib.pc pull in `-pthread`, which SwiftPM refuses with a warning: the includes that these two headers
    // need come from gobject's and cairo's, and the module maps name the libraries.
    inDecoding.library("CLibvips", pkgConfig: "gobject-2.0", apt: "libvips-dev"),
    inDecoding.library("CPoppler", pkgConfig: "cairo", apt: "libpoppler-glib-dev"),
    inDecoding.library("CLibmagic", pkgConfig: "libmagic", apt: "libmagic-dev"),
    inDecoding.library("CQpdf", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
    // What gmime-3.0.pc asks for besides is `-pthread` again.
    inDecoding.library("CGMime", pkgConfig: "gobject-2.0", apt: "libgmime-3.0-dev"),
    inDecoding.library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    // tesseract.pc would have us link what it stands on itself, libcurl and libarchive.
    inDecoding.library("CTesseract", pkgConfig: "lept", apt: "libtesseract-dev"),
    .target(name: "CLineImages", path: "Services/Decoding/CLineImages", linkerSettings: [.linkedLibrary("lept")]),
    .target(name: "CZXing", path: "Services/Decoding/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
    inDecoding.wrapper("CJail"),
    inDecoding.wrapper("CSandbox"),
    inDecoding.module("Imaging", ["CLibvips", "Shared"]),
    inDecoding.module("PDF", ["CPoppler", "CQpdf", "Shared"]),
    inDecoding.module("Magic", ["CLibmagic"]),
    inDecoding.module("Codes", ["CZXing", "Shared"]),
    inDecoding.module("Text", ["CLineImages", "CTesseract", "Codes", "Shared"]),
    inDecoding.module("Sandbox", ["CSandbox", "CSeccomp"]),
    inDecoding.module("Jail", ["CJail", "Configuration", "Crypto", "EventLoop", "Shared", "Telemetry"]),
    inDecoding.module("PagePDF", ["Crypto", "Jail", "Shared"], settings: memorySafe),
    inDecoding.module("Zygote", ["Jail", "Sandbox"]),
    inDecoding.module("Decoders", ["Crypto", "Imaging", "Jail", "Magic", "PDF", "Sandbox", "Shared", "Zygote"]),
    inDecoding.module("Readers", ["Jail", "PDF", "Shared", "Text", "Zygote"]),
    inDecoding.module("Mail", ["CGMime", "Jail", "Zygote"]),
]

/// What happens to a submission: edits, the decisions of stages, and the ports that keep them. Pure: no SQL, no I/O.
let domain: [Target] = [
    inServices.module("Domain", ["Crypto", "Shared"])
]

/// Where submissions, files and journeys are kept.
let inStorage = Storey(folder: "Services/Storage")
let storage: [Target] = [
    inStorage.wrapper("CBlobStore"),
    inStorage.wrapper("CSchema", exclude: ["sql"]),
    inStorage.module(
        "Sealing", ["Configuration", "Crypto", "EventLoop", "HTTPClient", "PKCS11", "Shared"], settings: memorySafe),
    inStorage.module(
        "BlobStore", ["CBlobStore", "Configuration", "Crypto", "EventLoop", "HTTPClient", "Sealing", "Shared", "XML"]),
    inStorage.module("Custody", ["Crypto", "Shared"]),
    inStorage.module(
        "PostgresStore", ["CSchema", "Crypto", "Custody", "Domain", "EventLoop", "Postgres", "Sealing", "Shared", "Telemetry"]),
    inStorage.module("JourneyFiles", ["Shared", "YAML"]),
]

/// What brings a submission from stage to stage, and tells of it.
let inPipeline = Storey(folder: "Services/Pipeline")
let pipeline: [Target] = [
    inPipeline.module("Malware", ["Configuration", "EventLoop"]),
    inPipeline.module("Webhooks", ["Crypto", "Domain", "HTTPClient", "PostgresStore", "Shared"]),
    inPipeline.module("Binding", ["BlobStore", "Domain", "EventLoop", "Jail", "PagePDF", "Shared"]),
    inPipeline.module(
        "ServiceRuntime",
        [
            "BlobStore", "Configuration", "Crypto", "Domain", "EventLoop", "HTTPClient", "HTTPServer", "Jail", "Kafka",
            "Postgres", "PostgresStore", "Sealing", "Shared", "Telemetry",
        ]),
    inPipeline.module(
        "Operations",
        [
            "BlobStore", "CommandLine", "Configuration", "Crypto", "Custody", "Domain", "EventLoop", "HTTPClient", "Kafka",
            "PKCS11", "Postgres", "PostgresStore", "Sealing", "ServiceRuntime", "Shared",
        ]),
]

/// What an app embeds.
let inClient = Storey(folder: "Services/Client")
let client: [Target] = [
    inClient.module("IntakeClient", ["Shared"]),
    inClient.module("IntakeClientTesting", ["IntakeClient"]),
    inClient.module("URLSessionTransport", ["IntakeClient"]),
    inClient.module("IntakeTransport", ["EventLoop", "HTTPClient", "IntakeClient", "Shared"]),
]

/// What browsers are given: the page that a person fills in, and the desk.
let web: [Target] = [
    Storey(folder: "Services/Web").wrapper("CWebPages", exclude: ["page", "desk"])
]

let services: [Target] = [
    inServices.program(
        "IntakeGateway",
        [
            "BlobStore", "CWebPages", "Configuration", "Crypto", "Custody", "Domain", "EventLoop", "Gzip", "HTTPClient",
            "HTTPServer", "Jail", "JourneyFiles", "Kafka", "LMTP", "Operations", "Postgres", "PostgresStore", "QRCode",
            "Sealing", "ServiceRuntime", "Shared", "Telemetry", "Webhooks", "YAML",
        ]),
    inServices.program(
        "ValidationWorker",
        [
            "BlobStore", "Configuration", "Domain", "EventLoop", "Jail", "Malware", "Postgres", "PostgresStore",
            "Sealing", "ServiceRuntime", "Shared", "Telemetry",
        ]),
    inServices.program(
        "NormalizationWorker",
        [
            "Binding", "BlobStore", "Configuration", "Crypto", "Domain", "EventLoop", "Jail", "PagePDF", "Postgres",
            "PostgresStore", "Sealing", "ServiceRuntime", "Shared", "Telemetry",
        ]),
    inServices.program(
        "ReadingWorker",
        [
            "Binding", "BlobStore", "Configuration", "Domain", "EventLoop", "Jail", "Postgres", "PostgresStore",
            "Sealing", "ServiceRuntime", "Shared", "Telemetry",
        ]),
    inServices.program(
        "NotificationService",
        [
            "Configuration", "Crypto", "Domain", "EventLoop", "HTTPClient", "Postgres", "PostgresStore", "Sealing",
            "ServiceRuntime", "Shared", "Telemetry", "Webhooks",
        ]),
    inServices.program("DecoderJail", ["Decoders", "Zygote"]),
    inServices.program("ReaderJail", ["Readers", "Zygote"]),
    inServices.program("MailJail", ["Mail", "Zygote"]),
]

let inTools = Storey(folder: "Services/Tools")
let tools: [Target] = [
    inTools.module("LoadTest", ["Shared"]),
    // The pages of deploy/manual.
    inTools.wrapper("CManual"),
    // What every command works with: the terminal, failures, the folder of a run, and the way to its servers.
    inTools.module(
        "CommandSupport",
        [
            "BlobStore", "CommandLine", "Configuration", "Crypto", "Custody", "Domain", "EventLoop", "HTTPClient", "IntakeClient",
            "IntakeTransport", "Jail", "Kafka", "Operations", "Postgres", "PostgresStore", "Sealing", "ServiceRuntime", "Shared",
            "Telemetry",
        ]),
    // Everything on one machine: what starts, watches and stops it.
    inTools.module(
        "DevServer",
        [
            "CommandLine", "CommandSupport", "Configuration", "Crypto", "Domain", "EventLoop", "HTTPClient", "Kafka", "Postgres",
            "PostgresStore", "Sealing", "ServiceRuntime", "Shared", "Telemetry", "Webhooks",
        ]),
    inTools.program(
        "DocketCLI",
        [
            "BlobStore", "CManual", "CommandLine", "CommandSupport", "Configuration", "Crypto", "Custody", "DevServer", "Domain",
            "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeTransport", "Jail", "JourneyFiles", "Kafka",
            "LoadTest", "Operations", "Postgres", "PostgresStore", "Sealing", "ServiceRuntime", "Shared", "Telemetry", "Webhooks",
        ]),
]

let testing: [Target] = [
    .target(
        name: "Support",
        dependencies: [
            "BlobStore", "Crypto", "Domain", "PostgresStore", "EventLoop", "HTTPServer", "Kafka", "Postgres", "Sealing",
            "ServiceRuntime", "Shared", "Telemetry",
        ],
        path: "Tests/Support", swiftSettings: strict),
    tests("Shared", ["Shared", "Support"], exclude: ["MustNotCompile"]),
    tests("Telemetry", ["Telemetry"]),
    tests("Configuration", ["Configuration"]),
    tests("CommandLine", ["CommandLine"]),
    tests("EventLoop", ["EventLoop", "Telemetry"]),
    tests("HTTPServer", ["EventLoop", "HTTPServer", "Telemetry"]),
    tests("LMTP", ["EventLoop", "LMTP", "Telemetry"]),
    tests(
        "Fuzzing",
        [
            "BlobStore", "Crypto", "DocumentFixtures", "Domain", "HTTPClient", "HTTPServer", "IntakeGateway", "Jail",
            "JourneyFiles", "LMTP", "Malware", "PagePDF", "PostgresStore", "Sealing", "ServiceRuntime", "Shared", "Telemetry",
            "XML",
        ]),
    tests("HTTPClient", ["EventLoop", "HTTPClient", "HTTPServer", "Shared", "Telemetry"]),
    tests("Postgres", ["EventLoop", "Postgres", "Support", "Telemetry"]),
    tests("Kafka", ["EventLoop", "Kafka", "Support", "Telemetry"]),
    tests("Crypto", ["CLibcrypto", "Crypto", "Shared", "Support"]),
    tests("Gzip", ["EventLoop", "Gzip", "Support"]),
    tests("PKCS11", ["PKCS11"]),
    tests("Operations", ["Configuration", "Crypto", "Custody", "Operations", "Shared", "Support"]),
    tests("YAML", ["YAML"]),
    tests("XML", ["XML"]),
    tests("Malware", ["EventLoop", "Malware", "Support"]),
    tests("Webhooks", ["Crypto", "Domain", "Shared", "Webhooks"]),
    tests("Custody", ["Crypto", "Custody", "Shared", "Support"]),
    tests("JourneyFiles", ["JourneyFiles", "Shared"]),
    .target(name: "DocumentFixtures", path: "Tests/DocumentFixtures", swiftSettings: strict),
    tests("Detection", ["DocumentFixtures", "Shared", "Support"]),
    tests("Decoding", ["DocumentFixtures", "EventLoop", "Imaging", "Magic", "PDF", "Shared"]),
    tests("PagePDF", ["Crypto", "DocumentFixtures", "Imaging", "Jail", "PDF", "PagePDF", "Shared"]),
    .target(name: "CHostileDecoder", path: "Tests/CHostileDecoder"),
    .executableTarget(
        name: "HostileDecoder", dependencies: ["CHostileDecoder", "Jail", "Sandbox", "Zygote"], path: "Tests/HostileDecoder",
        swiftSettings: strict),
    tests("Sandbox", ["Jail", "Sandbox"]),
    tests(
        "Jail",
        [
            "Configuration", "Decoders", "DocumentFixtures", "EventLoop", "Jail", "Shared", "Support", "Telemetry",
            // The programs that these tests start; they lie beside the test bundle.
            "DecoderJail", "HostileDecoder", "MailJail", "ReaderJail",
        ]),
    tests("QRCode", ["Codes", "QRCode", "Shared"]),
    tests("Text", ["CLineImages", "DocumentFixtures", "Shared", "Text"]),
    tests("Sealing", ["Configuration", "Crypto", "EventLoop", "PKCS11", "Sealing", "Shared", "Support"]),
    tests(
        "BlobStore", ["BlobStore", "Configuration", "Crypto", "EventLoop", "HTTPClient", "Sealing", "Shared", "Support"]),
    tests(
        "PostgresStore",
        ["Crypto", "Custody", "Domain", "EventLoop", "Postgres", "PostgresStore", "Sealing", "Shared", "Support", "Telemetry"],
        exclude: ["Schema/at-22.sql"]),
    tests(
        "ServiceRuntime",
        [
            "Configuration", "Domain", "EventLoop", "HTTPServer", "Kafka", "Postgres", "PostgresStore", "ServiceRuntime",
            "Shared", "Support", "Telemetry",
        ]),
    tests(
        "Simulation",
        [
            "Domain", "EventLoop", "HTTPClient", "Kafka", "NotificationService", "PostgresStore", "ServiceRuntime", "Shared",
            "Support", "Telemetry",
        ], exclude: ["SeededDefects"]),
    tests(
        "IntakeClient",
        [
            "Crypto", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeClientTesting", "IntakeTransport",
            "Shared", "Support", "Telemetry", "URLSessionTransport",
            // A program that these tests start; it lies beside the test bundle.
            "IntakeGateway",
        ]),
    tests(
        "IntakeGateway",
        [
            "BlobStore", "Codes", "Configuration", "Crypto", "Custody", "Domain", "PostgresStore", "DocumentFixtures",
            "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeGateway", "IntakeTransport", "Jail", "JourneyFiles",
            "Kafka", "LMTP", "Operations", "Postgres", "Sealing", "ServiceRuntime", "Shared", "Support", "Telemetry", "Webhooks",
            // Programs that these tests start; they lie beside the test bundle.
            "DocketCLI", "MailJail",
        ], exclude: ["Page"]),
    tests(
        "ValidationWorker",
        [
            "BlobStore", "DocumentFixtures", "Domain", "EventLoop", "Jail", "Malware", "Postgres", "PostgresStore",
            "ServiceRuntime", "Shared", "Support", "Telemetry", "ValidationWorker",
        ]),
    tests(
        "NormalizationWorker",
        [
            "Binding", "BlobStore", "Domain", "EventLoop", "Jail", "NormalizationWorker", "Postgres", "PostgresStore",
            "ServiceRuntime", "Shared", "Support", "Telemetry",
        ]),
    tests(
        "ReadingWorker",
        [
            "Binding", "BlobStore", "Domain", "EventLoop", "Jail", "ReadingWorker", "ServiceRuntime", "Shared", "Support",
            "Telemetry",
            // A program that these tests start; it lies beside the test bundle.
            "ReaderJail",
        ]),
    tests(
        "Corpus",
        [
            "Binding", "BlobStore", "DocumentFixtures", "Domain", "EventLoop", "Jail", "NormalizationWorker", "PagePDF",
            "PostgresStore",
            "ServiceRuntime", "Shared", "Support", "Telemetry", "ValidationWorker",
        ]),
    tests(
        "NotificationService",
        [
            "Configuration", "Crypto", "Custody", "Domain", "EventLoop", "HTTPClient", "HTTPServer", "NotificationService",
            "Postgres", "PostgresStore", "ServiceRuntime", "Shared", "Support", "Telemetry", "Webhooks",
        ], exclude: ["Mail/pictures.py"]),
    tests("CommandSupport", ["CommandSupport", "Support"]),
    tests(
        "DevServer",
        [
            "CommandLine", "CommandSupport", "DevServer", "Domain", "EventLoop", "HTTPClient", "HTTPServer", "Postgres", "Shared",
            "Support", "Telemetry",
        ]),
    tests(
        "DocketCLI",
        [
            "BlobStore", "CommandLine", "CommandSupport", "Crypto", "Custody", "DevServer", "DocketCLI", "DocumentFixtures",
            "Domain", "EventLoop", "HTTPClient", "HTTPServer",
            "IntakeClient", "Jail", "JourneyFiles", "Kafka", "LoadTest", "Operations", "Postgres", "PostgresStore",
            "Sealing", "ServiceRuntime", "Shared", "Support", "Telemetry", "Webhooks",
            // The programs that these tests start; they lie beside the test bundle.
            "DecoderJail", "ReaderJail",
        ]),
    tests("LoadTest", ["LoadTest", "Shared"]),
    .executableTarget(
        name: "Measures", dependencies: ["Crypto", "DocumentFixtures", "Shared"], path: "Tests/Bench/Measures",
        swiftSettings: strict),
    .executableTarget(
        name: "Unjailed", dependencies: ["Decoders", "Jail", "Zygote"], path: "Tests/Bench/Unjailed", swiftSettings: strict),
    .executableTarget(
        name: "Chaos",
        dependencies: [
            "CommandLine", "Crypto", "DocumentFixtures", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient",
            "IntakeTransport", "Shared", "Support", "Telemetry",
        ],
        path: "Tests/Chaos", exclude: ["SeededDefects"], swiftSettings: strict),
    .testTarget(name: "ChaosTests", dependencies: ["Chaos", "Shared"], path: "Tests/ChaosTests", swiftSettings: strict),
    tests(
        "Integration",
        [
            "Crypto", "DocumentFixtures", "EventLoop", "HTTPClient", "HTTPServer", "IntakeClient", "IntakeTransport", "Kafka",
            "Postgres", "ServiceRuntime", "Shared", "Support", "Telemetry", "URLSessionTransport",
            // The programs that these tests start; they lie beside the test bundle.
            "DecoderJail", "DocketCLI", "IntakeGateway", "NormalizationWorker", "NotificationService",
            "ReaderJail", "ReadingWorker", "ValidationWorker",
        ], exclude: ["Clients/Drivers", "Deployment"]),
]

/// `DOCKET_TESTS=no` is for whoever runs Docket and does not change it: everything but tests and what measures, in one build.
let tested = Context.environment["DOCKET_TESTS"] == "no" ? [] : testing

/// All targets, lowest storey first. Ends with the names where one imports from a storey above its own.
func heldToStoreys(_ storeys: [[Target]]) -> [Target] {
    var storeyOf: [String: Int] = [:]
    for (number, targets) in storeys.enumerated() {
        for target in targets { storeyOf[target.name] = number }
    }
    for target in storeys.joined() {
        for case .byNameItem(let name, _) in target.dependencies {
            guard let own = storeyOf[target.name], let other = storeyOf[name], other > own else { continue }
            fatalError("\(target.name) imports \(name), which stands above it: an import only goes down.")
        }
    }
    return Array(storeys.joined())
}

let package = Package(
    name: "Docket",
    // For apps, which use the libraries alone; services run on Linux.
    platforms: [.iOS(.v26), .macOS(.v26), .macCatalyst(.v26), .visionOS(.v26)],
    products: [
        .library(name: "Shared", targets: ["Shared"]),
        .library(name: "IntakeClient", targets: ["IntakeClient"]),
        .library(name: "IntakeClientTesting", targets: ["IntakeClientTesting"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .executable(name: "docket", targets: ["DocketCLI"]),
    ],
    targets: heldToStoreys([shared, system, domain, storage, decoding, pipeline, client, web, services, tools, tested]),
    swiftLanguageModes: [.v6],
    // zxing's headers.
    cxxLanguageStandard: .cxx17
)
