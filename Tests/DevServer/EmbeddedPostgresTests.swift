import Testing

@testable import CommandSupport
@testable import DevServer

@Suite struct EmbeddedPostgresTests {
    @Test func theClusterLiesInTheHome() {
        let home = HomeDirectory("/srv/app/.docket", workingDirectory: "/")
        let placement = ClusterPlacement.decide(home: home, tag: "0a1b", isReachable: true)
        #expect(placement.dataFolder == "/srv/app/.docket/postgres")
        #expect(placement.socketFolder == "/srv/app/.docket/socket")
        #expect(placement.databaseURL == "postgresql://docket@/docket?host=/srv/app/.docket/socket&port=5432")
    }

    @Test func aLongPathGetsAShortSocket() {
        let home = HomeDirectory("/" + String(repeating: "x", count: 100), workingDirectory: "/")
        let placement = ClusterPlacement.decide(home: home, tag: "0a1b", isReachable: true)
        #expect(placement.socketFolder == "/tmp/docket-0a1b")
        #expect(placement.dataFolder.hasPrefix(home.path))
    }

    @Test func anUnreachableHomeKeepsItsDataElsewhere() {
        let home = HomeDirectory("/root/app/.docket", workingDirectory: "/")
        let placement = ClusterPlacement.decide(home: home, tag: "0a1b", isReachable: false)
        #expect(placement.folderOutsideOfHome == "/var/tmp/docket-0a1b")
        #expect(placement.dataFolder == "/var/tmp/docket-0a1b/postgres")
        #expect(!ClusterPlacement.isReachableByOthers("/nonexistent/folder"))
        #expect(ClusterPlacement.isReachableByOthers("/usr/lib"))
    }

    @Test func blanksInPathsAreEncoded() {
        let home = HomeDirectory("/srv/my app", workingDirectory: "/")
        let placement = ClusterPlacement.decide(home: home, tag: "t", isReachable: true)
        #expect(placement.databaseURL.contains("host=/srv/my%20app/socket"))
    }

    @Test func theVersionFollowsTheData() throws {
        let installed = [15, 14].map { PostgresInstallation(version: $0, binaries: "/pg/\($0)/bin") }
        func choose(_ existing: String?) throws -> Int {
            try PostgresInstallation.choose(from: installed, existing: existing, dataFolder: "/data").version
        }
        #expect(try choose(nil) == 15)
        #expect(try choose("14\n") == 14)
        let foreign = #expect(throws: CommandFailure.self) { _ = try choose("12\n") }
        #expect(foreign?.problem.contains("PostgreSQL 12") == true)
        let missing = #expect(throws: CommandFailure.self) {
            _ = try PostgresInstallation.choose(from: [], existing: nil, dataFolder: "/data")
        }
        #expect(missing?.advice?.contains("apt-get install postgresql") == true)
    }

    @Test func thePostmasterTellsWhetherItIsReady() {
        let text = "1234\n/data\n1700000000\n5432\n/socket\n\n  1234  5678\n"
        #expect(PostmasterFile(parsing: text + "ready   \n")?.isReady == true)
        #expect(PostmasterFile(parsing: text + "starting\n")?.isReady == false)
        #expect(PostmasterFile(parsing: text)?.pid == 1234)
        #expect(PostmasterFile(parsing: "-99\n") == nil)
        #expect(PostmasterFile(parsing: "") == nil)
    }
}
