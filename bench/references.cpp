#include "bench/references.hpp"

#include <cstdio>

#include "bench/bricard_by_hand.hpp"
#include "bench/by_hand.hpp"
#include "bench/four_bar_by_hand.hpp"
#include "bench/loose_shaft_by_hand.hpp"
#include "bench/problems.hpp"
#include "bench/problems_in_space.hpp"
#include "bench/sections.hpp"
#include "bench/side_spin_by_hand.hpp"

namespace bench {

const std::vector<double> slider_crank_end = {-0.29483479901049253, 0.15006825651133865,
                                              -165.78789641803976, -25.675500454590686};
const std::vector<double> rough_end = {-0.3004530127068088, 0.15041054842482715,
                                       -168.70807847730799, -23.282140826257056};
const std::vector<double> cylinder_end = {-0.29498951524519706, 0.15046382806849667,
                                          -145.21045873664892, -27.415950590723195};
const std::vector<double> four_bar_end = {
    0.19549057947460952, 0.12772187645482208, 0.87564482830861878, 1.8064140411150962,
    2.0918623914693586,  3.4283467619112571,  -25.582217988169958, -20.93152006398098};
const std::vector<double> ball_onsets = {0.24911447407642315, 0.69383201750507006,
                                         1.2782176143632002, 1.5439635791784105,
                                         1.8744368276671792};
const std::vector<double> spheres_speed = {0.39426956295352983};
const std::vector<double> top_end = {0.59128725537017424,
                                     0.27211337149318471,
                                     -0.20994886698525803,
                                     -0.72955820051797327,
                                     -2.6309485198572786,
                                     4.2615451400629176,
                                     60};
const std::vector<double> free_crank_end = {12.286491839604052, 9.9105817605987134};
const std::vector<double> planar_crank_end = {11.925804381467268, 7.9673058988804888};
const std::vector<double> spatial_four_bar_end = {
    0.88817600656808315, -0.017833661424233285, -0.098866345740993705, 0.44838687264102678, 0,
    20.066533713605978,  1.520123647817444,     -1.0081161555304836,   -39.221267769305051};
const std::vector<double> ball_joint_end = {-0.12830244277367125,
                                            1.1207115197294661e-08,
                                            -0.15344561306663551,
                                            0.033716385307742631,
                                            1.2400202926281496e-06,
                                            -0.033084643781668657,
                                            0.93980927399578729,
                                            0.0061427544625218752,
                                            0.34122509213538271,
                                            0.016918379837441211,
                                            -0.015165612802496469,
                                            -0.42251805406470339,
                                            3};
const std::vector<double> bricard_end = {1.0350284595180625, 2.0364153809699697};
const std::vector<double> loose_shaft_end = {0,
                                             -0.00010749689964108628,
                                             0,
                                             -0.031087021638112416,
                                             0.99999943533645441,
                                             0,
                                             0.0010626978744398734,
                                             0,
                                             0,
                                             -0.14716649233818893,
                                             0};
const std::vector<double> side_spin_end = {
    1.5107464195990605,   0.19285981910446406,  0.028574998332300001,
    2.1428571071251796,   0.57150000714728566,  0,
    0.54001938088816082,  -0.59603554051839813, 0.4491044771791558,
    -0.38913477264534657, -77.539597301576649,  1.2991663027175839,
    3.0849967365319184};
const std::vector<double> back_spin_end = {1.4531033203293948, 0.028574998332300001,
                                           1.9795713907973838, 0, -69.276341157076502};

namespace {

void show(const char* name, const std::vector<double>& fine, const std::vector<double>& coarse,
          const std::vector<double>& stored) {
  std::printf("%s\n", name);
  for (std::size_t i = 0; i < stored.size(); ++i)
    std::printf("  %.17g  stored %.17g  difference %.1e  at a tolerance 100 times looser %.1e\n",
                fine[i], stored[i], fine[i] - stored[i], coarse[i] - fine[i]);
}

template <class P>
void show_state(const char* name, const P& problem, double until,
                const std::vector<double>& stored) {
  show(name, reference_of(problem, until, 1e-15L).first, reference_of(problem, until, 1e-13L).first,
       stored);
}

}  // namespace

void references(const Setup&) {
  SliderCrank<long double> plain, rough, cylinder;
  rough.mu = 0.03L;
  cylinder.cylinder = true;
  show_state("slider-crank", plain, slider_crank_check, slider_crank_end);
  show_state("slider-crank with friction", rough, slider_crank_check, rough_end);
  show_state("slider-crank, ESDU", cylinder, slider_crank_check, cylinder_end);
  show_state("four-bar", FourBar<long double>(), four_bar_check, four_bar_end);
  const Ball<long double> ball;
  show("ball, onsets", reference_of(ball, ball_check, 1e-15L).second,
       reference_of(ball, ball_check, 1e-13L).second, ball_onsets);
  show_state("heavy top", HeavyTop<long double>(), top_check, top_end);
  show_state("slider-crank in space", FreeSliderCrank<long double>(), free_crank_check,
             free_crank_end);
  show_state("slider-crank in the plane", FreePlanarCrank<long double>(), free_crank_check,
             planar_crank_end);
  show_state("four-bar in space", SpatialFourBar<long double>(), spatial_four_bar_check,
             spatial_four_bar_end);
  show_state("ball joint", BallJoint<long double>(), ball_joint_check, ball_joint_end);
  show_state("Bricard's linkage", Bricard<long double>(), bricard_check, bricard_end);
  show_state("shaft in its bearing", LooseShaft<long double>(), loose_shaft_check, loose_shaft_end);
  show_state("side spin", SideSpin<long double>(), side_spin_check, side_spin_end);
  show_state("back spin", BackSpin<long double>(), side_spin_check, back_spin_end);
  const auto speed = [](long double tol) {
    return std::vector<double>{reference_of(Spheres<long double>(), spheres_end, tol).first[1]};
  };
  show("spheres, opening speed", speed(1e-15L), speed(1e-13L), spheres_speed);
}

}  // namespace bench
