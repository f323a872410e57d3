#!/bin/bash
# Whether the expectations of examples/figures have content: with each of the changes below, a law in the place
# of another or a tenth more or less of a restitution, a stiffness, a coefficient of friction or a size, the
# figure must fail, and by its expectations alone. Left out: models without a run of their own, and
# crank_statistics, whose averages over chaos are wider than that.
# Usage: scripts/check_figures.sh PROGRAM [FIGURE...]
program=$(realpath "$1") || exit 2
cd "$(dirname "$0")/../examples/figures" || exit 2
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A figure, then what is set in it.
changes() { cat <<'END'
flores_01  model=poisson_spring(1.65e8 N/m, 0.9)
flores_01  model=poisson_spring(1.5e8 N/m, 0.99)
flores_01  model=hooke(1.5e8 N/m)
flores_02  model=hertz(K = 7.26e10 N/m^1.5)
flores_02  model=lankarani_nikravesh(0.99)
flores_02  model=hertz(K = 6e10 N/m^1.5)
flores_03  model=lankarani_nikravesh(0.81)
flores_03  model=lankarani_nikravesh(0.9, K = 7.26e10 N/m^1.5)
flores_03  model=hunt_crossley(0.9)
flores_04  model=dubowsky_freudenstein(compliance = 1.1)
flores_04  model=esdu_78035
flores_04  model=hooke(1e8 N/m)
flores_04  model=restoring(dubowsky_freudenstein, 0.9)
flores_05  model=goldsmith(compliance = 0.9)
flores_05  model=esdu_78035
flores_05  model=hooke(1e8 N/m)
flores_05  model=restoring(goldsmith, 0.9)
flores_06  model=esdu_78035(compliance = 1.1)
flores_06  model=dubowsky_freudenstein
flores_06  model=hooke(1e8 N/m)
flores_06  model=restoring(esdu_78035, 0.9)
flores_07  laws=[hertz(K = 7.26e10 N/m^1.5), dubowsky_freudenstein, goldsmith, esdu_78035]
flores_07  laws=[hertz, dubowsky_freudenstein(1.1), goldsmith, esdu_78035]
flores_07  laws=[hertz, dubowsky_freudenstein, goldsmith(1.1), esdu_78035]
flores_07  laws=[hertz, dubowsky_freudenstein, goldsmith, esdu_78035(1.1)]
flores_07  laws=[hertz, esdu_78035, goldsmith, dubowsky_freudenstein]
flores_08  laws=[dubowsky(0.11), rooney_deravi(0.1)]
flores_08  laws=[dubowsky(0.1), rooney_deravi(0.09)]
flores_08  laws=[dubowsky(0.1), coulomb_tanh(0.1, 1 mm/s)]
flores_08  laws=[threlfall(0.1, 10 mm/s), rooney_deravi(0.1)]
flores_08  stiff=1.1e6 N/m
flores_09  laws=[threlfall(0.11, 0.1 m/s), ambrosio(0.1, 0.02 m/s, 0.1 m/s)]
flores_09  laws=[threlfall(0.1, 0.11 m/s), ambrosio(0.1, 0.02 m/s, 0.1 m/s)]
flores_09  laws=[threlfall(0.1, 0.1 m/s), ambrosio(0.11, 0.02 m/s, 0.1 m/s)]
flores_09  laws=[threlfall(0.1, 0.1 m/s), ambrosio(0.1, 0.022 m/s, 0.1 m/s)]
flores_09  laws=[threlfall(0.1, 0.1 m/s), ambrosio(0.1, 0.02 m/s, 0.11 m/s)]
flores_11a model=hertz(K = 7.26e10 N/m^1.5)
flores_11a model=lankarani_nikravesh(0.99)
flores_11a mu=0.01
flores_11b model=lankarani_nikravesh(0.81)
flores_11b model=lankarani_nikravesh(0.9, K = 5.94e10 N/m^1.5)
flores_11b model=hunt_crossley(0.9)
flores_11c model=dubowsky_freudenstein(0.9)
flores_11c model=esdu_78035
flores_11d model=goldsmith(1.1)
flores_11d model=hooke(1e8 N/m)
flores_11e model=esdu_78035(1.1)
flores_11e model=dubowsky_freudenstein
flores_12a mu=0.011
flores_12a mu=0
flores_12a model=lankarani_nikravesh(0.99)
flores_12b mu=0.027
flores_12b mu=0
flores_12b model=flores(0.9)
flores_12c mu=0.055
flores_12c mu=0
flores_12c model=lankarani_nikravesh(0.9, K = 7.26e10 N/m^1.5)
flores_12d mu=0.11
flores_12d mu=0
flores_12d mu=0.09
flores_leine_glocker ce=0.44
flores_leine_glocker ce=0.36
flores_leine_glocker c=1.1 mm
flores_leine_glocker mu=0.1
flores_lankarani_02 model=restoring(hertz, 0.88)
flores_lankarani_02 model=restoring(hertz(K = 1.7356e10 N/m^1.5), 0.8)
flores_lankarani_02 model=flores(0.8)
jatm_05a  modulus=226.6 GPa
jatm_05a  layer=5.5 mm
jatm_05a  gap=0.055 mm
jatm_05a  laws=[hertz, winkler_sphere(5 mm), winkler_sphere_thin(5 mm)]
jatm_05b  modulus=185.4 GPa
jatm_05b  layer=5.5 mm
jatm_05b  gap=0.11 mm
jatm_05c  modulus=226.6 GPa
jatm_05c  layer=4.5 mm
jatm_05c  gap=0.22 mm
jatm_05d  modulus=226.6 GPa
jatm_05d  layer=5.5 mm
jatm_05d  gap=0.55 mm
jatm_05d  laws=[hertz, winkler_sphere_thin(5 mm), winkler_sphere_integrated(5 mm)]
moreira_01 model=hooke(2.64e9 N/m)
moreira_01 model=hertz
moreira_01 model=kelvin_voigt(2.4e9 N/m, 300 N*s/m)
moreira_02 model=hertz(K = 2.64e10 N/m^1.5)
moreira_02 model=flores(0.99)
moreira_03 model=kelvin_voigt(2.64e9 N/m, 3000 N*s/m)
moreira_03 model=kelvin_voigt(2.4e9 N/m, 2700 N*s/m)
moreira_03 pulls=false
moreira_04 laws=[hunt_crossley(0.88), lankarani_nikravesh(0.8), flores(0.8)]
moreira_04 laws=[hunt_crossley(0.8), lankarani_nikravesh(0.72), flores(0.8)]
moreira_04 laws=[hunt_crossley(0.8), lankarani_nikravesh(0.8), flores(0.88)]
moreira_04 laws=[hunt_crossley(0.8, K = 2.64e10 N/m^1.5), lankarani_nikravesh(0.8), flores(0.8)]
moreira_06 model=hertz(K = 1.54e12 N/m^1.5)
moreira_06 model=hertz(K = 1e11 N/m^1.5)
moreira_06 model=flores(0.99, K = 1.4e12 N/m^1.5)
moreira_07a ce=0.99
moreira_07a K=1.54e12 N/m^1.5
moreira_07b ce=0.54
moreira_07b K=1.26e12 N/m^1.5
moreira_07c ce=0.33
moreira_07c K=1.54e12 N/m^1.5
moreira_claim asked=[0.1, 0.3, 0.5, 0.6, 0.65, 0.7, 0.99]
moreira_claim asked=[0.11, 0.3, 0.5, 0.6, 0.65, 0.7, 0.9]
moreira_07d asked=[0.11, 0.3, 0.5, 0.7, 0.9]
moreira_07d asked=[0.1, 0.3, 0.5, 0.7, 0.81]
END
}

# Says so if the figure still passes, or fails for another reason.
must_fail() {
  timeout 120 "$program" run -q --color never "$1.mbs" --set "$2" > "$work/out" 2> "$work/err" < /dev/null
  local others
  others=$(grep '^error' "$work/err" | grep -v '^error\[E0801\]')
  if [ -n "$others" ]; then echo "$1 with $2: $others"; return 1; fi
  grep -q '^error\[E0801\]' "$work/err" && return
  echo "$1 passes with $2"
  return 1
}

failures=0 count=0
while read -r figure setting; do
  [ $# -eq 0 ] || [[ " $* " == *" $figure "* ]] || continue
  must_fail "$figure" "$setting" || failures=$((failures + 1))
  count=$((count + 1))
done < <(changes)
if [ $# -eq 0 ]; then
  for script in *_[0-9]*.mbs; do
    changes | grep -q "^${script%.mbs} " && continue
    echo "${script%.mbs} is not in the list"
    failures=$((failures + 1))
  done
fi
echo "$count changes, $failures unnoticed"
[ $failures -eq 0 ]
