import GRDB

/// The tables of the database and their migrations.
enum Schema {
  /// The version of the format, stored in SQLite's `user_version`.
  static let version = 14

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 cars, user data, source") { db in
      // makeKey and modelKey are folded, so that SQLite's byte order is the expected order.
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

          -- No cascade, because a refresh must never delete what the user has added to a car.
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
    migrator.registerMigration("2 attachments, uploads") { db in try db.execute(sql: uploads) }
    migrator.registerMigration("3 American spelling") { db in try db.execute(sql: spelling) }
    migrator.registerMigration("4 saved views") { db in try db.execute(sql: savedViews) }
    migrator.registerMigration("5 index of base models") { db in try db.execute(sql: baseModels) }
    migrator.registerMigration("6 index of model years") { db in try db.execute(sql: modelYears) }
    migrator.registerMigration("7 discarded uploads") { db in try db.execute(sql: discardedUploads) }
    migrator.registerMigration("8 plug-in hybrids") { db in try db.execute(sql: plugIns) }
    migrator.registerMigration("9 names of uploads") { db in try db.execute(sql: uploadNames) }
    migrator.registerMigration("10 changes") { db in try db.execute(sql: changes) }
    migrator.registerMigration("11 equipment, volumes, scores, second fuel") { db in try db.execute(sql: equipment) }
    migrator.registerMigration("12 costs") { db in
      try db.execute(sql: costs)
      try EnergyPrices.update(in: db)
    }
    migrator.registerMigration("13 indexes of uploads") { db in try db.execute(sql: uploadIndexes) }
    migrator.registerMigration("14 views of models") { db in try db.execute(sql: viewsOfModels) }
    return migrator
  }

  /// The attachments and the uploads. Neither is deleted together with its car, because an uploaded file remains at its
  /// destination.
  private static let uploads = """
    CREATE TABLE attachment (
      id INTEGER PRIMARY KEY AUTOINCREMENT, carID INTEGER NOT NULL REFERENCES car (id),
      name TEXT NOT NULL, location TEXT NOT NULL, destination TEXT NOT NULL,
      size INTEGER NOT NULL, sha256 TEXT, uploadedAt REAL NOT NULL);
    CREATE INDEX attachmentByCar ON attachment (carID, uploadedAt);

    -- The path is bytes, because a file name need not be text. The device and the inode are unsigned 64-bit integers,
    -- stored as SQLite's signed ones. The owner is the program that is processing the row. It keeps a file locked while
    -- it is running, so that other programs can tell.
    CREATE TABLE upload (
      id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE, carID INTEGER NOT NULL REFERENCES car (id),
      path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, device INTEGER NOT NULL,
      inode INTEGER NOT NULL, name TEXT NOT NULL, destination TEXT NOT NULL, onDuplicate TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'cancelled')),
      confirmed INTEGER NOT NULL DEFAULT 0, checkpoint TEXT, failure TEXT, attempt INTEGER NOT NULL DEFAULT 0,
      position INTEGER NOT NULL, owner TEXT, queuedAt REAL NOT NULL, endedAt REAL);
    CREATE INDEX uploadByPosition ON upload (position);
    CREATE INDEX uploadByCar ON upload (carID);

    DROP VIEW keptCar;
    CREATE VIEW keptCar AS
      SELECT carID FROM userData WHERE isFavourite OR note IS NOT NULL
      UNION SELECT carID FROM attachment UNION SELECT carID FROM upload;

    -- Readers notice every change, whichever program makes it.
    ALTER TABLE catalogueState ADD COLUMN attachmentRevision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE catalogueState ADD COLUMN uploadRevision INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER attachmentInserted AFTER INSERT ON attachment BEGIN
      UPDATE catalogueState SET attachmentRevision = attachmentRevision + 1; END;
    CREATE TRIGGER attachmentUpdated AFTER UPDATE ON attachment BEGIN
      UPDATE catalogueState SET attachmentRevision = attachmentRevision + 1; END;
    CREATE TRIGGER attachmentDeleted AFTER DELETE ON attachment BEGIN
      UPDATE catalogueState SET attachmentRevision = attachmentRevision + 1; END;
    CREATE TRIGGER uploadInserted AFTER INSERT ON upload BEGIN
      UPDATE catalogueState SET uploadRevision = uploadRevision + 1; END;
    CREATE TRIGGER uploadUpdated AFTER UPDATE ON upload BEGIN
      UPDATE catalogueState SET uploadRevision = uploadRevision + 1; END;
    CREATE TRIGGER uploadDeleted AFTER DELETE ON upload BEGIN
      UPDATE catalogueState SET uploadRevision = uploadRevision + 1; END;
    PRAGMA user_version = 2;
    """

  /// Renames tables and columns to the names used in the code.
  private static let spelling = """
    ALTER TABLE userData RENAME COLUMN isFavourite TO isFavorite;
    DROP INDEX favourite;
    CREATE INDEX favorite ON userData (carID) WHERE isFavorite;
    ALTER TABLE catalogueState RENAME TO catalogState;
    UPDATE upload SET failure = replace(replace(failure, '"unauthorised"', '"unauthorized"'), '"cancelled"', '"canceled"')
      WHERE failure IS NOT NULL;
    PRAGMA user_version = 3;
    """

  /// The views saved by the user. The key is the folded name. The order and the columns are stored as text, as on the
  /// command line, so that every version can read them.
  private static let savedViews = """
    CREATE TABLE savedView (
      nameKey TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL, sort TEXT NOT NULL, columns TEXT NOT NULL);
    PRAGMA user_version = 4;
    """

  /// The index used to find and read the model years of a car. Without it, all cars of a make would be read, which
  /// takes a fifth of a second in a catalog of a million cars.
  private static let baseModels = """
    CREATE INDEX carByBaseModel ON car (makeKey, baseModel COLLATE NOCASE, year, fuel, combinedMPG);
    PRAGMA user_version = 5;
    """

  /// The index from which the first page is read: newest model year first, then by name.
  private static let modelYears = """
    DROP INDEX carByName;
    CREATE INDEX carByYear ON car (year DESC, makeKey, modelKey, id);
    PRAGMA user_version = 6;
    """

  /// The state of the row of a discarded upload after its destination has confirmed that no data is left; `NULL` for
  /// other uploads. Until then, the row keeps the checkpoint, which is the only reference to the data.
  private static let discardedUploads = """
    ALTER TABLE upload ADD COLUMN cleanup TEXT CHECK (cleanup IN ('cancel', 'remove'));
    PRAGMA user_version = 7;
    """

  /// The fuel economy of plug-in hybrids on electricity and on both fuels, and charging times. The index of base models
  /// contains the values shown in a model's history.
  private static let plugIns = """
    ALTER TABLE car ADD COLUMN electricCityMPG REAL;
    ALTER TABLE car ADD COLUMN electricHighwayMPG REAL;
    ALTER TABLE car ADD COLUMN electricMPG REAL;
    ALTER TABLE car ADD COLUMN blendedCityMPG REAL;
    ALTER TABLE car ADD COLUMN blendedHighwayMPG REAL;
    ALTER TABLE car ADD COLUMN blendedMPG REAL;
    ALTER TABLE car ADD COLUMN utilityFactor REAL;
    ALTER TABLE car ADD COLUMN addedGasoline REAL;
    ALTER TABLE car ADD COLUMN chargeHours REAL;
    DROP INDEX carByBaseModel;
    CREATE INDEX carByBaseModel
      ON car (makeKey, baseModel COLLATE NOCASE, year, fuel, combinedMPG, blendedMPG);
    PRAGMA user_version = 8;
    """

  /// The names at destinations that running uploads have reserved. Two uploads never have the same name at a time, even
  /// if they belong to different programs. The counter notifies a program that waits for a name when the name becomes
  /// available.
  private static let uploadNames = """
    CREATE TABLE uploadName (
      destination TEXT NOT NULL, carID INTEGER NOT NULL, name TEXT NOT NULL,
      uploadID INTEGER NOT NULL REFERENCES upload (id) ON DELETE CASCADE,
      PRIMARY KEY (destination, carID, name)) WITHOUT ROWID;
    CREATE INDEX uploadNameByUpload ON uploadName (uploadID);
    CREATE TRIGGER uploadNameDeleted AFTER DELETE ON uploadName BEGIN
      UPDATE catalogState SET uploadRevision = uploadRevision + 1; END;
    PRAGMA user_version = 9;
    """

  /// The changes made by each refresh. The costs of nearly all cars change with each edition of the EPA's table, so
  /// those cars are only counted. The new value is that of the stored car, so only the former value is stored, with the
  /// type of its column. A car that is gone is stored in its last version. A refresh that replaced most cars ends the
  /// history before it.
  private static let changes = """
    CREATE TABLE catalogRefresh (
      id INTEGER PRIMARY KEY, refreshedAt REAL NOT NULL, repriced INTEGER NOT NULL DEFAULT 0,
      isReplacement INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE newCar (
      refreshID INTEGER NOT NULL REFERENCES catalogRefresh (id) ON DELETE CASCADE, carID INTEGER NOT NULL,
      PRIMARY KEY (refreshID, carID)) WITHOUT ROWID;
    CREATE TABLE fieldChange (
      refreshID INTEGER NOT NULL REFERENCES catalogRefresh (id) ON DELETE CASCADE, carID INTEGER NOT NULL,
      field TEXT NOT NULL, old, PRIMARY KEY (refreshID, carID, field)) WITHOUT ROWID;
    CREATE TABLE goneCar (
      refreshID INTEGER NOT NULL REFERENCES catalogRefresh (id) ON DELETE CASCADE, id INTEGER NOT NULL,
      make TEXT NOT NULL, model TEXT NOT NULL, baseModel TEXT NOT NULL, year INTEGER NOT NULL,
      vehicleClass TEXT, fuel INTEGER NOT NULL, fuelName TEXT, cylinders INTEGER, displacement REAL,
      drive TEXT, transmission TEXT, cityMPG REAL, highwayMPG REAL, combinedMPG REAL,
      electricConsumption REAL, co2 REAL, annualFuelCost INTEGER, electricRange REAL, electricCityMPG REAL,
      electricHighwayMPG REAL, electricMPG REAL, blendedCityMPG REAL, blendedHighwayMPG REAL, blendedMPG REAL,
      utilityFactor REAL, addedGasoline REAL, chargeHours REAL, isWithdrawn INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (refreshID, id)) WITHOUT ROWID;
    PRAGMA user_version = 10;
    """

  /// The columns of the EPA's table by which buyers filter. They are empty until the next refresh.
  private static let equipment =
    ["car", "goneCar"].flatMap { table in
      [
        "turbocharger INTEGER", "supercharger INTEGER", "startStop INTEGER", "gasGuzzler INTEGER",
        "engineDescription TEXT", "transmissionDescription TEXT", "electricMotor TEXT", "luggageVolume INTEGER",
        "passengerVolume INTEGER", "greenhouseScore INTEGER", "economyScore INTEGER", "fiveYearSavings INTEGER",
        "secondMPG REAL", "secondRange REAL", "secondFuelCost INTEGER", "totalRange REAL",
      ].map { "ALTER TABLE \(table) ADD COLUMN \($0);" }
    }.joined(separator: "\n") + "\nPRAGMA user_version = 11;"

  /// The data from which costs are computed: the energy use of plug-in hybrids, the user's assumptions, the prices of
  /// the source, and the prices of cars. A car with a price is kept like a car with a note.
  private static let costs =
    ["car", "goneCar"].flatMap { table in
      [
        "cityUtilityFactor REAL", "highwayUtilityFactor REAL", "cityElectricConsumption REAL",
        "highwayElectricConsumption REAL", "cityAddedGasoline REAL", "highwayAddedGasoline REAL",
        "gasolineCost INTEGER", "price INTEGER",
      ].map { "ALTER TABLE \(table) ADD COLUMN \($0);" }
    }.joined(separator: "\n") + """

      CREATE TABLE costAssumption (name TEXT PRIMARY KEY, value REAL NOT NULL);
      CREATE TABLE energyPrice (energy TEXT PRIMARY KEY, price REAL NOT NULL);
      ALTER TABLE catalogState ADD COLUMN costRevision INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE userData ADD COLUMN price INTEGER;
      DROP VIEW keptCar;
      CREATE VIEW keptCar AS
        SELECT carID FROM userData WHERE isFavorite OR note IS NOT NULL OR price IS NOT NULL
        UNION SELECT carID FROM attachment UNION SELECT carID FROM upload;
      PRAGMA user_version = 12;
      """

  /// Indexes for the lookups at the end of each upload: attachments by name and location, and completed uploads by
  /// time.
  private static let uploadIndexes = """
    CREATE INDEX attachmentByName ON attachment (carID, destination, name);
    CREATE INDEX attachmentByLocation ON attachment (carID, destination, location);
    CREATE INDEX uploadByEnd ON upload (endedAt, id) WHERE state = 'done';
    PRAGMA user_version = 13;
    """

  /// Whether a view lists one row per model; `NULL` for a view that leaves that as it is, as all earlier ones do.
  private static let viewsOfModels = """
    ALTER TABLE savedView ADD COLUMN foldsModels INTEGER;
    PRAGMA user_version = 14;
    """
}
