enum PlaceholderIngest {}
