enum PlaceholderNormalize {}
