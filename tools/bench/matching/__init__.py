"""Map matching beside Valhalla and OSRM, on drives whose truth is known; see tools/bench/compare-matching --help."""
