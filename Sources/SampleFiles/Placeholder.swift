enum PlaceholderSampleFiles {}
