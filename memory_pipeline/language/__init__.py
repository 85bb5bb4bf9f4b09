"""What gates, backends and judges share about English: clauses, dates, names, polarity, sensitivity, folding."""
