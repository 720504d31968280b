import RouteModel

/// Questions and their answers.
extension Trip {
  /// Asks the caller, or takes the default at once if the caller does not want the question.
  mutating func ask(_ kind: TripQuestion.Kind) {
    let seconds = min(max(state.options.answerSeconds, 0), 600)
    let question = TripQuestion(
      id: state.nextID, kind: kind, deadline: (state.now ?? 0) + seconds)
    guard state.options.asks.contains(kind.topic) else {
      resolve(question, kind.defaultAnswer)
      return
    }
    state.nextID += 1
    closeQuestions(.withdrawn) { $0.kind.topic == kind.topic }
    state.questions.append(question)
    events.append(.question(question))
  }

  mutating func takeAnswer(_ id: UInt32, _ answer: TripAnswer) {
    guard let question = state.questions.first(where: { $0.id == id }) else { return }
    closeQuestions(.answered) { $0.id == id }
    resolve(question, answer)
  }

  /// Takes the default of an unanswered question.
  mutating func takeDefault(_ question: TripQuestion) {
    closeQuestions(.defaulted) { $0.id == question.id }
    resolve(question, question.kind.defaultAnswer)
  }

  /// Closes questions, with events.
  mutating func closeQuestions(_ how: TripQuestion.Closing, where isClosed: (TripQuestion) -> Bool)
  {
    let closed = state.questions.filter(isClosed)
    if closed.isEmpty { return }
    state.questions.removeAll(where: isClosed)
    for question in closed { events.append(.questionClosed(question.id, how)) }
  }

  /// Acts on an answer; one that does not fit the question counts as the default.
  private mutating func resolve(_ question: TripQuestion, _ answer: TripAnswer) {
    var isYes = question.kind.defaultAnswer == .yes
    if answer == .yes { isYes = true }
    if answer == .no { isYes = false }
    switch question.kind {
    case .discard(let fix, let flaw): settle(fix, flaw, discards: isYes)
    case .roadName(_, let name):
      if case .name(let own) = answer { rename(own) } else { rename(name) }
    case .preventReroute:
      state.isPreventing = isYes
      state.rerouting = .idle
      considerRerouting()
    case .reroute:
      if isYes {
        startRerouting()
      } else {
        state.rerouting = .declined((state.now ?? 0) + max(state.options.askAgainSeconds, 1))
      }
    case .rerouteOptions(var request):
      if case .response(let response) = answer {
        reroute(response, from: state.reroutedFrom)
        return
      }
      if case .options(let options) = answer {
        request.options = options
        // A trip can't follow a route without its line.
        request.options.polyline = true
      }
      sendReroute(request)
    case .fasterRoute(let route, let gain): if isYes { takeFaster(route, gain) }
    case .nextLeg:
      if isYes { advance() } else { state.phase = .holding }
    }
  }
}
