"""The version of this package, which the release sets."""

VERSION = "1.1.0"
