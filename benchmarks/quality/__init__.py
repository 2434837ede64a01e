"""What the benchmark of distillation quality is made of: rows, verdicts, keyword rules, measures, planted traps."""
