import GRDB

/// The tables, and how older ones become the present ones.
enum Schema {
  /// The format this program writes, kept in SQLite's `user_version`.
  static let version = 1

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 cars, user data, source") { db in
      // makeKey and modelKey are folded, so that SQLite's own byte order is the order that people expect.
      try db.execute(
        sql: """
          CREATE TABLE car (
            id INTEGER PRIMARY KEY,
            make TEXT NOT NULL, model TEXT NOT NULL, baseModel TEXT NOT NULL, year INTEGER NOT NULL,
            vehicleClass TEXT, fuel INTEGER NOT NULL, fuelName TEXT, cylinders INTEGER, displacement REAL,
            drive TEXT, transmission TEXT, cityMPG REAL, highwayMPG REAL, combinedMPG REAL,
            electricConsumption REAL, co2 REAL, annualFuelCost INTEGER, electricRange REAL,
            isWithdrawn INTEGER NOT NULL DEFAULT 0,
            makeKey TEXT NOT NULL, modelKey TEXT NOT NULL, contentHash INTEGER NOT NULL);
          CREATE INDEX carByName ON car (makeKey, modelKey, year DESC, id);

          -- No cascade: a refresh may never take with it what the user has on a car.
          CREATE TABLE userData (
            carID INTEGER PRIMARY KEY REFERENCES car (id),
            isFavourite INTEGER NOT NULL DEFAULT 0, note TEXT, revision INTEGER NOT NULL);
          CREATE INDEX userDataByRevision ON userData (revision);
          CREATE INDEX favourite ON userData (carID) WHERE isFavourite;

          -- The cars that stay when their source drops them. A later table that is keyed by car joins this view.
          CREATE VIEW keptCar AS SELECT carID FROM userData WHERE isFavourite OR note IS NOT NULL;

          -- One row: counters that tell readers what changed, and the source that the cars are from.
          CREATE TABLE catalogueState (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            carCount INTEGER NOT NULL, carRevision INTEGER NOT NULL, userRevision INTEGER NOT NULL,
            source TEXT, etag TEXT, lastModified TEXT, contentSize INTEGER, contentDigest INTEGER,
            importer INTEGER, refreshedAt REAL);
          INSERT INTO catalogueState (id, carCount, carRevision, userRevision) VALUES (1, 0, 0, 0);
          PRAGMA user_version = 1;
          """)
    }
    return migrator
  }
}
