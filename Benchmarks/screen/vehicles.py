"""Generates a reproducible table like vehicles.csv of the EPA, and a table as lines for the baseline."""
import csv
import io
import os
import random
import sqlite3
import zipfile

ROWS = 49_582
MOST_IN_A_SOURCE = 250_000
COLUMNS = """barrels08 barrelsA08 charge120 charge240 city08 city08U cityA08 cityA08U cityCD cityE cityUF co2 co2A
co2TailpipeAGpm co2TailpipeGpm comb08 comb08U combA08 combA08U combE combinedCD combinedUF cylinders displ drive engId
eng_dscr feScore fuelCost08 fuelCostA08 fuelType fuelType1 ghgScore ghgScoreA highway08 highway08U highwayA08 highwayA08U
highwayCD highwayE highwayUF hlv hpv id lv2 lv4 make model mpgData phevBlended pv2 pv4 range rangeCity rangeCityA rangeHwy
rangeHwyA trany UCity UCityA UHighway UHighwayA VClass year youSaveSpend baseModel guzzler trans_dscr tCharger sCharger
atvType fuelType2 rangeA evMotor mfrCode c240Dscr charge240b c240bDscr createdOn modifiedOn startStop phevCity phevHwy
phevComb""".split()
MAKES = """Acura Audi BMW Buick Chevrolet Chrysler Dodge Ford Genesis GMC Honda Hyundai Infiniti Jaguar Jeep Kia Lexus
Lincoln Mazda Mercedes-Benz Mitsubishi Nissan Porsche Subaru Tesla Toyota Volkswagen Volvo""".split()
WORDS = """Alto Brio Corsa Delta Estate Focal Grand Hatch Iris Jet Kappa Lux Metro Nova Orion Prime Quest Rio Sport Terra
Urban Vista Wagon Xenon Yaris Zeta""".split()
CLASSES = ['Compact Cars', 'Midsize Cars', 'Large Cars', 'Subcompact Cars', 'Two Seaters', 'Minivan - 2WD',
           'Small Station Wagons', 'Standard Pickup Trucks 4WD', 'Small Sport Utility Vehicle 4WD', 'Vans, Cargo Type']
FUELS = [('Regular Gasoline', ''), ('Premium Gasoline', ''), ('Diesel', 'Diesel'), ('Regular Gasoline', 'Hybrid'),
         ('Electricity', 'EV')]
DRIVES = ['Front-Wheel Drive', 'Rear-Wheel Drive', 'All-Wheel Drive', '4-Wheel Drive']


def made_up(count):
    """Generates rows as dictionaries, without the columns that are mostly 0."""
    chance = random.Random(1984)
    for number in range(1, count + 1):
        fuel, technology = chance.choices(FUELS, [60, 25, 5, 6, 4])[0]
        electric = fuel == 'Electricity'
        combined = chance.randint(70, 140) if electric else chance.randint(11, 52)
        model = f'{chance.choice(WORDS)} {chance.choice(WORDS)} {chance.randint(1, 9) * 100}'
        yield {
            'id': number, 'make': chance.choice(MAKES), 'model': model, 'baseModel': model.split()[0],
            'year': 1984 + number * 43 // (count + 1), 'VClass': chance.choice(CLASSES), 'fuelType1': fuel,
            'fuelType': fuel.split()[0], 'atvType': technology, 'comb08': combined, 'city08': combined - 3,
            'highway08': combined + 5, 'cylinders': '' if electric else chance.choice([3, 4, 6, 8]),
            'displ': '' if electric else chance.randint(10, 62) / 10, 'drive': chance.choice(DRIVES),
            'trany': 'Automatic (A1)' if electric else f'Manual {chance.randint(5, 7)}-spd',
            'co2': 0 if electric else 8887 // combined, 'co2TailpipeGpm': 0.0 if electric else 8887 / combined,
            'fuelCost08': chance.randint(10, 80) * 50, 'range': chance.randint(90, 400) if electric else 0,
            'combE': 30.5 if electric else 0.0, 'createdOn': 'Tue Jan 01 00:00:00 EST 2013',
            'modifiedOn': 'Tue Jan 01 00:00:00 EST 2013', 'mpgData': 'N', 'guzzler': '', 'phevBlended': 'false'}


def write_zip(path, count):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open('vehicles.csv', 'w', force_zip64=True) as raw, io.TextIOWrapper(raw, 'ascii', newline='') as text:
            # A million rows are for searching, so columns that are always 0 are left out.
            columns = COLUMNS if count <= ROWS else list(next(made_up(1)))
            table = csv.DictWriter(text, columns, restval='0')
            table.writeheader()
            table.writerows(made_up(count))


def prepare(folder, count):
    """Returns the path of a zipped table: the real one in SHOWROOM_DATA, or a generated one."""
    real = os.path.join(os.environ.get('SHOWROOM_DATA', ''), 'epa-vehicles.csv.zip')
    if count == ROWS and os.environ.get('SHOWROOM_DATA') and os.path.exists(real):
        return real
    path = os.path.join(folder, 'vehicles.csv.zip')
    write_zip(path, min(count, MOST_IN_A_SOURCE))
    return path


def multiply(data, count):
    """Adds copies of the cars to a database, with models of their own, because no source has as many."""
    with sqlite3.connect(os.path.join(data, 'catalogue.sqlite')) as database:
        columns = [row[1] for row in database.execute('PRAGMA table_info(car)')]
        total = database.execute('SELECT count(*) FROM car').fetchone()[0]
        for copy in range(1, -(-count // total)):
            values = {'id': f'id + {copy * 1_000_000_000}'}
            values.update((name, f"{name} || ' {copy}'") for name in ('model', 'modelKey', 'baseModel'))
            database.execute(f'INSERT INTO car ({", ".join(columns)}) SELECT '
                             f'{", ".join(values.get(column, column) for column in columns)} FROM car '
                             f'WHERE id < 1000000000 ORDER BY id LIMIT {min(total, count - copy * total)}')
    database.close()


def write_lines(table, path):
    """Writes the table as lines of one width, as a list shows them. Returns the width and the text of each line."""
    lines = []
    with zipfile.ZipFile(table) as archive, archive.open('vehicles.csv') as raw:
        for row in csv.DictReader(io.TextIOWrapper(raw, 'ascii', 'replace', newline='')):
            lines.append('  {make:<18.18} {model:<39.39} {year:>6}  {VClass:<24.24} {fuelType1:<14.14} {comb08:>4} mpg '
                         .format(**row))
    with open(path, 'w', encoding='ascii', errors='replace') as file:
        file.write(''.join(lines))
    return len(lines[0]), lines
