enum PlaceholderEvaluate {}
