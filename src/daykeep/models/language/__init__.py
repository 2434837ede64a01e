"""Language models that answer in JSON, and what they are asked: to decide about turns, and to write notes."""
