enum PlaceholderStore {}
