"""What the benchmarks of search share: plain ways to compare with, and the vectors that join in."""
