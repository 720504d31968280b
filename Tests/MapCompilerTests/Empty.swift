// Filled by the tests of this module.
