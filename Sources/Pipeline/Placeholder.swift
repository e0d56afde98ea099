enum PlaceholderPipeline {}
