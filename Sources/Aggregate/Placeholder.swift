enum PlaceholderAggregate {}
