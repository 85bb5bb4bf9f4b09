"""One partition a family. Chronology lives inside a family's run; a session is never a partition."""

import dagster as dg

families = dg.DynamicPartitionsDefinition(name="family")
