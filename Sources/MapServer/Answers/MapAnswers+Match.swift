extension MapAnswers {
  /// `/match/v1`.
  func match(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    throw ServiceError(.notImplemented, "Matching is not offered over HTTP yet.")
  }
}
