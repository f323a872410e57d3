"""Files of `mbs run --h5` as those see them who read NetCDF-4: xarray and netCDF4. Usage: readers_test.py PROGRAM ROOT

Exit 77, with the name of what is missing, where they are not installed.
"""
import importlib
import pathlib
import subprocess
import sys
import tempfile

import h5py

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(root / "tests" / "report"))
import checks
from checks import check

found, missing = {}, []
for name in ("netCDF4", "xarray"):
    try:
        found[name] = importlib.import_module(name)
    except ImportError:
        missing.append("%s (Debian: python3-%s)" % (name, name.lower()))
if missing:
    print("skipped: this Python has no " + ", no ".join(missing))
    sys.exit(77)
netCDF4, xarray = found["netCDF4"], found["xarray"]
print("netCDF4 %s, xarray %s, HDF5 %s" % (netCDF4.__version__, xarray.__version__, netCDF4.__hdf5libversion__))

SWEEP = """mbs 1
param v = 1 m/s
world planar { gravity = (0, -10) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 50 mm), velocity = (v, 0 m/s) }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5) }
sweep v in [1, 2] m/s {
  simulate 0.2 s
  table study { v in m/s, way = final(ball.x) in mm }
}
"""


def stored(name, *options):
    path = folder / "out.h5"
    subprocess.run([program, "run", str(name), "--h5", str(path), *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def same_columns(path):
    """Each column that h5py knows has the same values, unit and dimension for netCDF4."""
    count = 0
    with h5py.File(path, "r") as file, netCDF4.Dataset(path) as set_:
        def compare(name, item):
            nonlocal count
            if not isinstance(item, h5py.Dataset):
                return
            variable = set_[name]
            check(len(variable.dimensions) == 1 and len(variable) == len(item), "%s: %r" % (name, variable.dimensions))
            check(bool(variable.long_name), "%s has no long_name" % name)
            if item.dtype.kind != "O":
                check(bool(variable.units), "%s has no units" % name)
                own, its = item[:], variable[:].filled(float("nan"))
                check(all((a == b) or (a != a and b != b) for a, b in zip(own, its)), "%s has other values" % name)
            count += 1
        file.visititems(compare)
    return count


def for_netcdf():
    path = stored(root / "examples" / "slider_crank.mbs")
    check(same_columns(path) > 40, "columns of the slider-crank")
    with netCDF4.Dataset(path) as file:
        force = file["run1/contacts/B/FN"]
        check(force.units == "N" and force.dimensions == ("t",) and force.long_name.startswith("B.FN"), "a signal: %r" % force)
        check(file["run1"].dimensions["t"].isunlimited() and file["run1"].termination == "finished", "the run")


def for_xarray():
    (folder / "sweep.mbs").write_text(SWEEP)
    path = stored(folder / "sweep.mbs", "--integrator", "ida")
    with h5py.File(path, "r") as file:
        x, t = file["pass0002/run1/bodies/ball/x"][:], file["pass0002/run1/t"][:]
    with xarray.open_dataset(path, group="pass0002/run1", engine="netcdf4") as run, \
            xarray.open_dataset(path, group="pass0002/run1/bodies/ball", engine="netcdf4") as ball:
        check(run.t.attrs["units"] == "s" and (run.t.values == t).all(), "times")
        check(ball.x.dims == ("t",) and ball.x.attrs["units"] == "m" and (ball.x.values == x).all(), "places")
        whole = ball.assign_coords(t=run.t).drop_duplicates("t", keep="last")  # as the document says
        check(abs(float(whole.x.sel(t=0.1, method="nearest")) - 0.2) < 0.01, "looked up by time")
    with xarray.open_dataset(path, group="tables/study", engine="netcdf4") as study:
        check(list(study.way.dims) == ["row"] and study.way.attrs["units"] == "mm" and abs(float(study.way[1]) - 400) < 1e-3, "a table: %r" % study)
    with xarray.open_dataset(path, group="pass0001/run1/contacts/hit/impacts", engine="netcdf4") as impacts:
        check(len(impacts.F_max) >= 1 and impacts.F_max.attrs["units"] == "N", "impacts: %r" % impacts)


def kept_alone():
    path = stored(root / "examples" / "slider_crank.mbs", "--keep", "B.FN")
    with xarray.open_dataset(path, group="run1/contacts/B", engine="netcdf4") as contact:
        check(list(contact.data_vars) == ["FN"], "what is kept: %r" % list(contact.data_vars))


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    for test in (for_netcdf, for_xarray, kept_alone):
        test()
sys.exit(1 if checks.failures else 0)
