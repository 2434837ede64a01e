"""What daykeep adds outside its own files, and how it is taken away again."""
