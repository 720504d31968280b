import Guidance
import RouteModel
import Testing

@Suite struct ItalianTests {
  static let sentences: [SentenceCase] = [
    .init(step(.depart, on: "Via Roma", heading: 90), "Dirigiti verso est su Via Roma"),
    .init(step(.arrive, .left), "Hai raggiunto la tua destinazione, sulla sinistra"),
    .init(step(.turn, .left, on: "Via Roma"), "Svolta a sinistra in Via Roma"),
    .init(step(.turn, .sharpRight), "Svolta decisamente a destra"),
    .init(step(.turn, .uTurn, on: "Corso Italia"), "Fai inversione e continua su Corso Italia"),
    .init(step(.turn, .straight, sign: sign(to: "Siena")), "Vai dritto in direzione Siena"),
    .init(
      step(.staysOn, .right, on: "Piazza Garibaldi"),
      "Svolta a destra per restare in Piazza Garibaldi"),
    .init(step(.newName, .straight, number: "SS 16"), "Continua sulla SS 16"),
    .init(step(.newName, .straight, number: "28"), "Continua sulla strada 28"),
    .init(step(.merge, .left, number: "A 1"), "Immettiti a sinistra sull'A 1"),
    .init(step(.merge), "Immettiti nel traffico"),
    .init(
      step(.onRamp, .right, number: "A1", sign: sign(to: "Roma", "Empoli")),
      "Prendi la rampa a destra per l'A1 in direzione Roma, Empoli"),
    .init(
      step(.offRamp, .right, number: "SP 4", sign: sign("12", to: "Modena")),
      "Prendi l'uscita 12 a destra per la SP 4 in direzione Modena"),
    .init(step(.fork, .left, number: "E 45"), "Al bivio, mantieni la sinistra per l'E 45"),
    .init(
      step(.endOfRoad, .left, on: "Vicolo Stretto"),
      "Alla fine della strada, svolta a sinistra in Vicolo Stretto"),
    .init(
      step(.roundabout, exit: 2, on: "Via Roma"),
      "Alla rotonda, prendi la seconda uscita per Via Roma"),
    .init(step(.roundabout, exit: 13), "Alla rotonda, prendi la 13ª uscita"),
    .init(
      step(.rotary, exit: 1, ring: "Largo Augusto"),
      "In Largo Augusto, prendi la prima uscita"),
    .init(
      step(.rotary, exit: 1, ring: "Rotatoria Carabinieri"),
      "Alla Rotatoria Carabinieri, prendi la prima uscita"),
    .init(step(.roundaboutTurn, .right), "Alla rotonda, svolta a destra"),
    .init(step(.exitRoundabout, on: "Via Roma"), "Esci dalla rotonda in Via Roma"),
    .init(step(.notification, isFerry: true), "Prendi il traghetto"),
    .init(step(.useLane, lanes: [true, true, false]), "Usa le due corsie di sinistra"),
  ]

  @Test("sentences", arguments: sentences)
  func says(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "it")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  /// The preposition and the article by the first word of the name: turning into it.
  static let articles: [(name: String, into: String)] = [
    ("Viale Trieste", "in Viale Trieste"), ("Lungotevere Sanzio", "sul Lungotevere Sanzio"),
    ("Tangenziale Est", "sulla Tangenziale Est"), ("Ponte Vecchio", "sul Ponte Vecchio"),
    ("Autostrada del Sole", "sull'Autostrada del Sole"),
    ("Stradone Farnese", "sullo Stradone Farnese"),
    ("Galleria Umberto I", "nella Galleria Umberto I"),
    ("Traforo del Bianco", "nel Traforo del Bianco"),
    ("Fondamenta Nove", "sulle Fondamenta Nove"), ("Villa Road", "in Villa Road"),
    ("Lungarno Vespucci", "sul Lungarno Vespucci"), ("Passo del Tonale", "sul Passo del Tonale"),
    ("Bretella Nord", "sulla Bretella Nord"), ("Asse Mediano", "sull'Asse Mediano"),
    ("Bastioni di Porta Nuova", "sui Bastioni di Porta Nuova"),
    ("Rotonda dei Mille", "sulla Rotonda dei Mille"), ("Rotonda", "sulla Rotonda"),
  ]

  @Test("articles follow the first word of the name", arguments: articles)
  func turnsInto(item: (name: String, into: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "it")), units: .metric)
    let text = words.text(for: step(.turn, .right, on: item.name))
    #expect(text == "Svolta a destra " + item.into)
  }

  static let stops: [(name: String, at: String, reached: String)] = [
    ("Ancona", "ad Ancona", "Ancona"), ("Bologna", "a Bologna", "Bologna"),
    ("Ospedale Maggiore", "all'Ospedale Maggiore", "l'Ospedale Maggiore"),
    ("Stazione Centrale", "alla Stazione Centrale", "la Stazione Centrale"),
    ("Stadio Comunale", "allo Stadio Comunale", "lo Stadio Comunale"),
    ("Bar Sport", "al Bar Sport", "il Bar Sport"),
  ]

  @Test("waypoints contract with their article, and a becomes ad before itself", arguments: stops)
  func waypoints(item: (name: String, at: String, reached: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "it")), units: .metric)
    let stop = GuidanceStop(name: item.name, isIntermediate: true)
    #expect(words.text(for: step(.arrive), .init(stop: stop)) == "Hai raggiunto \(item.reached)")
    let turn = Instructions.Context(next: step(.arrive), stop: stop)
    #expect(
      words.text(for: step(.turn, .left), turn) == "Svolta a sinistra, poi arriverai \(item.at)")
  }

  @Test("e becomes ed before itself in speech", arguments: [("Empoli", "ed"), ("Imola", "e")])
  func joins(place: String, and: String) throws {
    let words = Instructions(language: try #require(Language(tag: "it")), units: .metric)
    let turn = step(.turn, .straight, sign: sign(to: "Roma", place))
    #expect(words.ssml(for: turn) == "<speak>Vai dritto in direzione Roma \(and) \(place)</speak>")
  }

  @Test("distances are singular at one")
  func distances() throws {
    let words = Instructions(language: try #require(Language(tag: "it")), units: .metric)
    #expect(words.spokenDistance(1000) == "1 chilometro")
    #expect(words.spokenDistance(1500) == "1,5 chilometri")
    #expect(words.distance(1500) == "1,5 km")
  }
}
