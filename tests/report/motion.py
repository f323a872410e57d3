"""Motions as reports and `--frames` hold them: arrays of an opened block, and cubics between knots."""
import struct


def numbers(block, array):
    (kind, (offset, count)), = array.items()
    width = int(kind[1])
    packed = block[offset:offset + count * width]
    return [struct.unpack("<" + {4: "f", 8: "d"}[width], packed[i::count])[0] for i in range(count)]


def track(block, data):
    return {"t": numbers(block, data["t"]), **{key: [numbers(block, a) for a in data[key]] for key in ("value", "rate")}}


def at(track, k, t):
    times = track["t"]
    i = max(j for j in range(len(times) - 1) if times[j] <= t or j == 0)
    step, v, r = times[i + 1] - times[i], track["value"][k], track["rate"][k]
    u = (t - times[i]) / step
    return (v[i] * (1 + 2 * u) * (1 - u) ** 2 + r[i] * step * u * (1 - u) ** 2 + v[i + 1] * u * u * (3 - 2 * u)
            + r[i + 1] * step * u * u * (u - 1))
