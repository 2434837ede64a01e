"""Pure text: sections with line spans, other tools' regions, labels, our marks, tokens, similarity, frontmatter."""
