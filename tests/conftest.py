"""How hypothesis plays here: the same examples every time, many more for a release."""

from hypothesis import HealthCheck, settings

from games import SCALE

settings.register_profile(
    "stablehand",
    derandomize=SCALE == 1,
    deadline=None,  # a slow machine is not a wrong answer
    max_examples=50 * SCALE,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("stablehand")
