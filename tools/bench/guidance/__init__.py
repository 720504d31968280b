"""Turn-by-turn steps beside those of OSRM and Valhalla; see tools/bench/compare-guidance --help."""
