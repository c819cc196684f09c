extension ImagePipeline {
  /// A pipeline with the default configuration, for programs that need only one.
  ///
  /// Made on first use. Everything that uses it takes a pipeline as a parameter too.
  public static let shared = ImagePipeline()
}
