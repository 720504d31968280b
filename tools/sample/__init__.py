"""The generator behind tools/make-sample: invented maps for tests and demonstrations."""
