import Guidance
import RouteModel
import Testing

@Suite struct IberianTests {
  static let spanish: [SentenceCase] = [
    .init(step(.depart, on: "Calle Mayor"), "Diríjase hacia el norte por la Calle Mayor"),
    .init(step(.arrive, .left), "Ha llegado a su destino, a la izquierda"),
    .init(step(.turn, .left, on: "Calle Mayor"), "Gire a la izquierda en la Calle Mayor"),
    .init(step(.turn, .right, on: "Paseo del Prado"), "Gire a la derecha en el Paseo del Prado"),
    .init(step(.turn, .right, on: "Broadway"), "Gire a la derecha en Broadway"),
    .init(step(.turn, .uTurn), "Cambie de sentido"),
    .init(step(.turn, .straight, sign: sign(to: "Burgos")), "Siga recto hacia Burgos"),
    .init(
      step(.staysOn, .left, on: "Ronda Sur"), "Gire a la izquierda para seguir por la Ronda Sur"),
    .init(step(.newName, on: "Camino Viejo"), "Continúe por el Camino Viejo"),
    .init(step(.merge, .left, number: "A-7"), "Incorpórese por la izquierda a la A-7"),
    .init(step(.merge, on: "Paseo del Prado"), "Incorpórese al Paseo del Prado"),
    .init(
      step(.onRamp, .right, number: "AP-7", sign: sign(to: "Girona")),
      "Tome el acceso de la derecha a la AP-7 hacia Girona"),
    .init(
      step(.offRamp, .right, sign: sign("33", to: "Getafe", "Toledo")),
      "Tome la salida 33 a la derecha hacia Getafe, Toledo"),
    .init(step(.fork, .left), "En la bifurcación, manténgase a la izquierda"),
    .init(step(.endOfRoad, .right), "Al final de la calle, gire a la derecha"),
    .init(
      step(.roundabout, exit: 3, on: "Calle Mayor"),
      "En la rotonda, tome la tercera salida hacia la Calle Mayor"),
    .init(step(.roundabout), "Entre en la rotonda"),
    .init(
      step(.rotary, exit: 2, ring: "Plaza de Cibeles"),
      "En la Plaza de Cibeles, tome la segunda salida"),
    .init(step(.rotary, exit: 2, ring: "rotonda"), "En la rotonda, tome la segunda salida"),
    .init(step(.roundaboutTurn, .left), "En la rotonda, gire a la izquierda"),
    .init(step(.exitRoundabout, on: "Calle Mayor"), "Salga de la rotonda por la Calle Mayor"),
    .init(step(.notification, isFerry: true), "Tome el ferri"),
    .init(step(.newName, on: "Accés Canal del Grau"), "Continúe por el Accés Canal del Grau"),
    .init(step(.newName, on: "Coll de la Botella"), "Continúe por el Coll de la Botella"),
    .init(step(.newName, number: "CG-2"), "Continúe por la CG-2"),
    .init(step(.newName, number: "CS-280"), "Continúe por la CS-280"),
    .init(step(.newName, number: "28"), "Continúe por la carretera 28"),
    .init(step(.newName, number: "M25"), "Continúe por la M25"),
    .init(step(.newName, on: "Vial de l'Obac"), "Continúe por el Vial de l'Obac"),
    .init(
      step(.turn, .left, on: "Travessia d'Ordino"), "Gire a la izquierda en la Travessia d'Ordino"),
    .init(step(.turn, .right, on: "Port Street"), "Gire a la derecha en Port Street"),
    .init(step(.turn, .right, on: "Calle Penny Lane"), "Gire a la derecha en la Calle Penny Lane"),
    .init(
      step(.newName, on: "Gran Via de les Corts Catalanes"),
      "Continúe por la Gran Via de les Corts Catalanes"),
    .init(
      step(.newName, on: "Antigua Carretera de Toledo"),
      "Continúe por la Antigua Carretera de Toledo"),
    .init(step(.newName, on: "Gran Avenida"), "Continúe por la Gran Avenida"),
    .init(step(.newName, on: "Segunda Avenida"), "Continúe por la Segunda Avenida"),
    .init(step(.newName, on: "Anillo Periférico"), "Continúe por el Anillo Periférico"),
    .init(step(.newName, on: "Nudo Sur"), "Continúe por el Nudo Sur"),
    .init(step(.turn, .left, on: "Malecón Sur"), "Gire a la izquierda en el Malecón Sur"),
    .init(step(.newName, on: "Ruta Nacional 9"), "Continúe por la Ruta Nacional 9"),
    .init(step(.newName, on: "Tercer Anillo"), "Continúe por el Tercer Anillo"),
    .init(step(.newName, on: "Tercera Avenida"), "Continúe por la Tercera Avenida"),
    .init(step(.newName, on: "Colectora Este"), "Continúe por la Colectora Este"),
    .init(step(.turn, .left, on: "Bv. Oroño"), "Gire a la izquierda en el Bv. Oroño"),
    .init(
      step(.turn, .left, on: "Escaleras del Carmen"),
      "Gire a la izquierda en las Escaleras del Carmen"),
    .init(step(.passWaypoint), "Pase por su punto de paso"),
    .init(step(.useLane, lanes: [false, true]), "Use el carril derecho"),
  ]

  static let portuguese: [SentenceCase] = [
    .init(step(.depart, on: "Rua Augusta", heading: 90), "Siga para este pela Rua Augusta"),
    .init(step(.arrive, .right), "Chegou ao seu destino, à direita"),
    .init(step(.turn, .left, on: "Rua Augusta"), "Vire à esquerda na Rua Augusta"),
    .init(step(.newName, on: "Ascensor da Lada"), "Continue pelo Ascensor da Lada"),
    .init(
      step(.turn, .left, on: "Avenida da Liberdade"), "Vire à esquerda na Avenida da Liberdade"),
    .init(step(.turn, .left, on: "Travessa do Carmo"), "Vire à esquerda na Travessa do Carmo"),
    .init(step(.turn, .left, on: "Largo do Carmo"), "Vire à esquerda no Largo do Carmo"),
    .init(step(.turn, .left, on: "Beco do Mexias"), "Vire à esquerda no Beco do Mexias"),
    .init(step(.turn, .right, sign: sign(to: "Lisboa")), "Vire à direita em direção a Lisboa"),
    .init(step(.turn, .right, sign: sign(to: "Porto")), "Vire à direita em direção ao Porto"),
    .init(step(.turn, .right, sign: sign(to: "Guarda")), "Vire à direita em direção à Guarda"),
    .init(
      step(.turn, .right, sign: sign(to: "Ponte de Lima", "Ponte da Arrábida")),
      "Vire à direita em direção a Ponte de Lima, à Ponte da Arrábida"),
    .init(
      step(.turn, .right, sign: sign(to: "Boavista", "Zona Comercial")),
      "Vire à direita em direção à Boavista, à Zona Comercial"),
    .init(
      step(.turn, .right, sign: sign(to: "A1", "Hospital de São João")),
      "Vire à direita em direção à A1, ao Hospital de São João"),
    .init(
      step(.turn, .right, sign: sign(to: "Porto de Mós", "Estação da Campanhã")),
      "Vire à direita em direção a Porto de Mós, à Estação da Campanhã"),
    .init(
      step(.turn, .right, sign: sign(to: "IC24", "Lousã")),
      "Vire à direita em direção ao IC24, à Lousã"),
    .init(step(.turn, .uTurn), "Faça inversão de marcha"),
    .init(step(.staysOn, .straight, on: "Rua Augusta"), "Siga em frente pela Rua Augusta"),
    .init(step(.newName, on: "Largo do Carmo"), "Continue pelo Largo do Carmo"),
    .init(step(.merge, .left, number: "A1"), "Entre na A1 pela esquerda"),
    .init(
      step(.onRamp, .right, number: "IC19", sign: sign(to: "Sintra")),
      "Siga pelo acesso à direita para o IC19 em direção a Sintra"),
    .init(
      step(.offRamp, .right, sign: sign("5", to: "Coimbra")),
      "Siga pela saída 5 à direita em direção a Coimbra"),
    .init(step(.fork, .right, number: "A1"), "Na bifurcação, mantenha-se à direita para a A1"),
    .init(step(.endOfRoad, .left), "No fim da rua, vire à esquerda"),
    .init(
      step(.roundabout, exit: 2, on: "Rua Augusta"),
      "Na rotunda, saia na segunda saída para a Rua Augusta"),
    .init(
      step(.rotary, exit: 1, ring: "Rotunda do Relógio"),
      "Na Rotunda do Relógio, saia na primeira saída"),
    .init(step(.exitRoundabout), "Saia da rotunda"),
    .init(step(.notification, isFerry: true), "Embarque no ferry"),
    .init(step(.newName, on: "Nó A43"), "Continue pelo Nó A43"),
    .init(step(.newName, on: "Circunvalação Interior"), "Continue pela Circunvalação Interior"),
    .init(
      step(.turn, .left, on: "Esplanada do Castelo"), "Vire à esquerda na Esplanada do Castelo"),
    .init(step(.newName, number: "28"), "Continue pela estrada 28"),
    .init(step(.newName, number: "A-1"), "Continue pela A-1"),
    .init(step(.newName, on: "Portas do Sol"), "Continue pelas Portas do Sol"),
    .init(step(.newName, on: "Beco"), "Continue pelo Beco"),
    .init(step(.newName, on: "Pateo do Sol"), "Continue pelo Pateo do Sol"),
    .init(step(.newName, on: "Pérgola da Foz"), "Continue pela Pérgola da Foz"),
    .init(step(.newName, on: "Costa do Castelo"), "Continue pela Costa do Castelo"),
    .init(step(.turn, .right, on: "Circular Road"), "Vire à direita em Circular Road"),
    .init(step(.turn, .right, on: "Rua Penny Lane"), "Vire à direita na Rua Penny Lane"),
    .init(step(.passWaypoint), "Passe pelo seu ponto de passagem"),
    .init(step(.useLane, lanes: [true, true, false]), "Siga numa das duas vias da esquerda"),
  ]

  static let brazilian: [SentenceCase] = [
    .init(step(.turn, .left, number: "BR-101"), "Vire à esquerda na BR-101"),
    .init(step(.turn, .left, on: "Servidão Luz"), "Vire à esquerda na Servidão Luz"),
    .init(step(.newName, on: "Aterro do Flamengo"), "Continue pelo Aterro do Flamengo"),
    .init(step(.turn, .left, on: "Praia de Botafogo"), "Vire à esquerda na Praia de Botafogo"),
    .init(step(.turn, .left, on: "Corredor Sul"), "Vire à esquerda no Corredor Sul"),
    .init(step(.turn, .uTurn), "Faça o retorno"),
    .init(
      step(.roundabout, exit: 2, on: "Avenida Paulista"),
      "Na rotatória, pegue a segunda saída para a Avenida Paulista"),
    .init(step(.useLane, lanes: [true, false]), "Siga na faixa da esquerda"),
    .init(step(.notification, isFerry: true), "Pegue a balsa"),
  ]

  /// Two places of a sign, as they are spoken.
  static let spanishPairs: [(second: String, spoken: String)] = [
    ("León", "Burgos y León"), ("Irún", "Burgos e Irún"), ("Íscar", "Burgos e Íscar"),
    ("Hinojosa", "Burgos e Hinojosa"), ("Hierro", "Burgos y Hierro"), ("Yecla", "Burgos y Yecla"),
    ("Huesca", "Burgos y Huesca"), ("ibiza", "Burgos e ibiza"),
  ]

  @Test("the Spanish y becomes e before the sound of i", arguments: spanishPairs)
  func joinsInSpanish(item: (second: String, spoken: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "es")), units: .metric)
    let turn = step(.turn, .straight, sign: sign(to: "Burgos", item.second))
    #expect(words.ssml(for: turn) == "<speak>Siga recto hacia \(item.spoken)</speak>")
    #expect(words.text(for: turn) == "Siga recto hacia Burgos, \(item.second)")
  }

  @Test("Spanish", arguments: spanish)
  func saysInSpanish(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "es")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  @Test("Portuguese", arguments: portuguese)
  func saysInPortuguese(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "pt")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  @Test("Brazilian Portuguese", arguments: brazilian)
  func saysInBrazilian(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "pt_BR")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }
}
