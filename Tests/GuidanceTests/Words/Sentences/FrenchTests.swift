import Guidance
import RouteModel
import Testing

@Suite struct FrenchTests {
  static let sentences: [SentenceCase] = [
    .init(
      step(.depart, on: "Rue de la Paix", heading: 90),
      "Dirigez-vous vers l'est sur la Rue de la Paix"),
    .init(step(.arrive, .right), "Vous êtes arrivé à destination, sur votre droite"),
    .init(step(.turn, .left, on: "Rue de la Paix"), "Tournez à gauche dans la Rue de la Paix"),
    .init(step(.turn, .left, on: "Avenue Foch"), "Tournez à gauche sur l'Avenue Foch"),
    .init(step(.turn, .left, on: "Allée des Pins"), "Tournez à gauche dans l'Allée des Pins"),
    .init(
      step(.turn, .right, on: "Boulevard Voltaire"), "Tournez à droite sur le Boulevard Voltaire"),
    .init(step(.turn, .right, on: "Place d'Armes"), "Tournez à droite sur la Place d'Armes"),
    .init(step(.turn, .right, on: "Chemin Vert"), "Tournez à droite sur le Chemin Vert"),
    .init(step(.turn, .right, on: "Impasse du Puits"), "Tournez à droite dans l'Impasse du Puits"),
    .init(step(.turn, .right, number: "D 906"), "Tournez à droite sur la D 906"),
    .init(step(.turn, .right, on: "La Croisette"), "Tournez à droite sur La Croisette"),
    .init(step(.turn, .left, sign: sign(to: "Lyon")), "Tournez à gauche en direction de Lyon"),
    .init(step(.turn, .left, sign: sign(to: "Orléans")), "Tournez à gauche en direction d'Orléans"),
    .init(step(.turn, .left, sign: sign(to: "Évry")), "Tournez à gauche en direction d'Évry"),
    .init(step(.turn, .left, sign: sign(to: "Le Mans")), "Tournez à gauche en direction du Mans"),
    .init(step(.turn, .left, sign: sign(to: "Les Ulis")), "Tournez à gauche en direction des Ulis"),
    .init(
      step(.turn, .left, sign: sign(to: "La Rochelle")),
      "Tournez à gauche en direction de La Rochelle"),
    .init(step(.turn, .uTurn), "Faites demi-tour"),
    .init(
      step(.staysOn, .straight, on: "Rue Nationale"), "Continuez tout droit sur la Rue Nationale"),
    .init(step(.newName, on: "Quai Branly"), "Continuez sur le Quai Branly"),
    .init(step(.merge, .left, number: "A6"), "Insérez-vous à gauche sur l'A6"),
    .init(
      step(.onRamp, .right, number: "A6", sign: sign(to: "Lyon", "Le Mans")),
      "Prenez la bretelle à droite pour rejoindre l'A6 en direction de Lyon, du Mans"),
    .init(
      step(.offRamp, .right, sign: sign("12", to: "Auxerre")),
      "Prenez la sortie 12 à droite en direction d'Auxerre"),
    .init(
      step(.fork, .left, number: "A10"), "À la bifurcation, serrez à gauche pour prendre l'A10"),
    .init(step(.endOfRoad, .right), "Au bout de la route, tournez à droite"),
    .init(
      step(.roundabout, exit: 1, on: "Avenue Foch"),
      "Au rond-point, prenez la première sortie sur l'Avenue Foch"),
    .init(step(.roundabout, exit: 15), "Au rond-point, prenez la 15e sortie"),
    .init(
      step(.rotary, exit: 4, ring: "Place de l'Étoile"),
      "À la Place de l'Étoile, prenez la quatrième sortie"),
    .init(step(.roundaboutTurn, .straight), "Au rond-point, allez tout droit"),
    .init(step(.exitRotary, number: "D 7"), "Sortez du rond-point sur la D 7"),
    .init(step(.notification, isFerry: true), "Prenez le ferry"),
    .init(step(.passWaypoint), "Passez par votre point de passage"),
    .init(step(.useLane, lanes: [true, false]), "Prenez la voie de gauche"),
    .init(step(.newName, on: "Moyenne Corniche"), "Continuez sur la Moyenne Corniche"),
    .init(step(.newName, on: "Bretelle Vistaero"), "Continuez sur la Bretelle Vistaero"),
    .init(step(.newName, on: "Virage Antony Nogues"), "Continuez sur le Virage Antony Nogues"),
    .init(step(.newName, on: "Escalier du Mont Agel"), "Continuez sur l'Escalier du Mont Agel"),
    .init(
      step(.newName, on: "Tunnel du Mont-Blanc"), "Continuez dans le Tunnel du Mont-Blanc"),
    .init(step(.turn, .left, on: "Tunnel Rocher"), "Tournez à gauche dans le Tunnel Rocher"),
    .init(step(.newName, number: "IC 23"), "Continuez sur l'IC 23"),
    .init(step(.newName, number: "EN 12"), "Continuez sur l'EN 12"),
    .init(step(.newName, number: "A-1"), "Continuez sur l'A-1"),
    .init(step(.newName, number: "N-14"), "Continuez sur la N-14"),
    .init(step(.turn, .right, on: "Villa Road"), "Tournez à droite sur Villa Road"),
    .init(
      step(.turn, .right, on: "Chemin Craig Road"), "Tournez à droite sur le Chemin Craig Road"),
    .init(step(.turn, .left, number: "28"), "Tournez à gauche sur la route 28"),
    .init(
      step(.turn, .left, on: "Porte de Versailles"),
      "Tournez à gauche sur la Porte de Versailles"),
    .init(step(.turn, .left, on: "Grand-Place"), "Tournez à gauche sur la Grand-Place"),
    .init(step(.newName, on: "Vieux Pont"), "Continuez sur le Vieux Pont"),
    .init(step(.newName, on: "Grande Allée Est"), "Continuez sur la Grande Allée Est"),
    .init(step(.newName, on: "2e Avenue"), "Continuez sur la 2e Avenue"),
    .init(step(.turn, .left, on: "Haute Rue"), "Tournez à gauche dans la Haute Rue"),
    .init(step(.newName, on: "Col du Galibier"), "Continuez sur le Col du Galibier"),
    .init(step(.newName, on: "Berges du Rhône"), "Continuez sur les Berges du Rhône"),
    .init(step(.newName, on: "Esplanade"), "Continuez sur l'Esplanade"),
    .init(step(.newName, on: "Desserte Nord"), "Continuez sur la Desserte Nord"),
    .init(step(.newName, on: "Raidillon"), "Continuez sur le Raidillon"),
    .init(step(.newName, on: "Remparts du Midi"), "Continuez sur les Remparts du Midi"),
    .init(
      step(.turn, .left, on: "Vallon de la Noix"), "Tournez à gauche dans le Vallon de la Noix"),
    .init(step(.newName, on: "Îlot du Port"), "Continuez sur l'Îlot du Port"),
    .init(step(.newName, on: "Vallée Heureuse"), "Continuez sur la Vallée Heureuse"),
    .init(step(.turn, .left, on: "ZA du Port"), "Tournez à gauche dans la ZA du Port"),
    .init(step(.turn, .left, on: "Belle Rue"), "Tournez à gauche dans la Belle Rue"),
    .init(step(.turn, .left, on: "Domaine du Lac"), "Tournez à gauche dans le Domaine du Lac"),
    .init(
      step(.turn, .left, sign: sign(to: "Hôtel de Ville", "Porte d'Italie")),
      "Tournez à gauche en direction de l'Hôtel de Ville, de la Porte d'Italie"),
    .init(
      step(.turn, .left, sign: sign(to: "Autres directions")),
      "Tournez à gauche en direction de «\u{202F}Autres directions\u{202F}»"),
    .init(
      step(.turn, .left, sign: sign(to: "Toutes Directions", "Lyon")),
      "Tournez à gauche en direction de «\u{202F}Toutes Directions\u{202F}», de Lyon"),
  ]

  @Test("sentences", arguments: sentences)
  func says(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "fr")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  static let arrivals: [(stop: String, at: String)] = [
    ("Le Havre", "au Havre"), ("Les Ulis", "aux Ulis"), ("Gare de Lyon", "à la Gare de Lyon"),
    ("Centre", "au Centre"), ("Aéroport d'Orly", "à l'Aéroport d'Orly"),
    ("Chez Marcel", "Chez Marcel"), ("Orléans", "à Orléans"),
    ("Musée d'Orsay", "au Musée d'Orsay"), ("Église Saint-Roch", "à l'Église Saint-Roch"),
  ]

  /// What a sign leads to is not always a town.
  static let signed: [(sign: String, toward: String)] = [
    ("A6", "de l'A6"), ("A 6", "de l'A 6"), ("D 906", "de la D 906"), ("N7", "de la N7"),
    ("Périphérique Est", "du Périphérique Est"), ("Rocade Ouest", "de la Rocade Ouest"),
    ("Musée d'Orsay", "du Musée d'Orsay"), ("Z.I. Nord", "de la Z.I. Nord"),
    ("Île de Ré", "de l'Île de Ré"), ("Golfe-Juan", "de Golfe-Juan"),
    ("Château-Thierry", "de Château-Thierry"), ("Églisolles", "d'Églisolles"), ("Albi", "d'Albi"),
    ("Nantes", "de Nantes"),
  ]

  @Test("places of a sign have their article", arguments: signed)
  func toward(item: (sign: String, toward: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "fr")), units: .metric)
    let turn = step(.turn, .left, sign: sign(to: item.sign))
    #expect(words.text(for: turn) == "Tournez à gauche en direction \(item.toward)")
  }

  @Test("waypoints contract with their article", arguments: arrivals)
  func waypoint(item: (stop: String, at: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "fr")), units: .metric)
    let stop = GuidanceStop(name: item.stop, isIntermediate: true)
    #expect(words.text(for: step(.arrive), .init(stop: stop)) == "Vous êtes arrivé \(item.at)")
  }
}
