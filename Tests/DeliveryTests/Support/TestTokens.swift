/// Tokens that another program signed.
enum TestTokens {
  /// That of the key of 32 bytes `0x11`, and of 32 bytes `0x22`.
  static let subject = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"
  static let other = "0x1563915e194D8CfBA1943570603F7606A3115508"
  /// 2100-01-01.
  static let expires = "4102444800000"
  /// Signed by the public Python package eth-account, for challenge 42 and the subject.
  static let token =
    "0x142f9912739568f5e31d7145f1efa3e07022a9476b35031490000b1e62a74feb6242f47eae316ccaacc7afaebf0385ed90ea75602dce4b0087cb79cdc3bc970d1c"
  /// The same message, signed by the other.
  static let tokenOfOther =
    "0x28096f7618e4a1e3581a1320e5819ca27088cf233dffceab01b9902bdcdd9e4d7d1c31148606a3b273aedc7ec0d619c452e016a17f77cd4cbb4290ae729cf9031b"
}
