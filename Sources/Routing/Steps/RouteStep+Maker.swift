import RouteModel

extension RouteStep {
  /// The step of a section with the given edges.
  init(_ step: StepMaker.Outline, of edges: [RouteEdge]) {
    let named = step.named < edges.count ? edges[step.named] : nil
    self.init(
      maneuver: step.maneuver, roadName: named?.name, roadNumber: named?.ref,
      lengthMetres: edges[step.edges].lengthMetres,
      durationSeconds: edges[step.edges].durationSeconds, points: step.points)
  }
}
