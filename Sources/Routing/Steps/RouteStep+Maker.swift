import RouteModel

extension RouteStep {
  /// A part of a section with these edges.
  init(_ step: StepMaker.Step, of edges: [RouteEdge]) {
    let named = step.named < edges.count ? edges[step.named] : nil
    self.init(
      maneuver: step.maneuver, roadName: named?.name, roadNumber: named?.ref,
      lengthMetres: edges[step.edges].lengthMetres,
      durationSeconds: edges[step.edges].durationSeconds, points: step.points)
  }
}
