"""Models that ship with the package: no network, no key, deterministic (contract section 4, `embedded`)."""
