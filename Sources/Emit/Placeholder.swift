enum PlaceholderEmit {}
