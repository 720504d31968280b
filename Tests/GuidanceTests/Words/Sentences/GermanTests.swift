import Guidance
import RouteModel
import Testing

@Suite struct GermanTests {
  static let sentences: [SentenceCase] = [
    .init(
      step(.depart, on: "Hauptstraße", heading: 90), "Auf der Hauptstraße Richtung Osten fahren"),
    .init(step(.depart, heading: 270), "Richtung Westen fahren"),
    .init(step(.arrive), "Sie haben Ihr Ziel erreicht"),
    .init(step(.arrive, .left), "Sie haben Ihr Ziel erreicht, es liegt auf der linken Seite"),
    .init(step(.arrive, .straight), "Sie haben Ihr Ziel erreicht, es liegt geradeaus"),
    .init(step(.turn, .left), "Links abbiegen"),
    .init(step(.turn, .sharpLeft, on: "Hauptstraße"), "Scharf links in die Hauptstraße abbiegen"),
    .init(step(.turn, .uTurn, on: "Hauptstraße"), "Wenden und auf der Hauptstraße weiterfahren"),
    .init(step(.turn, .right, sign: sign(to: "Ulm")), "Rechts Richtung Ulm abbiegen"),
    .init(step(.staysOn, .straight, on: "Rosenweg"), "Geradeaus auf dem Rosenweg weiterfahren"),
    .init(
      step(.staysOn, .right, on: "Rosenweg"), "Rechts abbiegen und auf dem Rosenweg bleiben"),
    .init(
      step(.staysOn, .right, on: "Hohler Kästenbaumweg"),
      "Rechts abbiegen und auf dem Hohlen Kästenbaumweg bleiben"),
    .init(step(.newName, .straight, on: "Lindenallee"), "Weiter auf der Lindenallee"),
    .init(step(.newName, .straight), "Weiterfahren"),
    .init(step(.merge, .slightLeft, number: "A 8"), "Links auf die A 8 einfädeln"),
    .init(
      step(.onRamp, .right, number: "A 8", sign: sign(to: "Ulm", "München")),
      "Rechts auf die A 8 Richtung Ulm, München auffahren"),
    .init(step(.onRamp, .right), "Die Auffahrt rechts nehmen"),
    .init(
      step(.offRamp, .slightRight, sign: sign("12", to: "Ulm-West")),
      "An der Ausfahrt 12 rechts Richtung Ulm-West abfahren"),
    .init(
      step(.offRamp, .right, sign: sign(name: "Ulm-Ost")), "An der Ausfahrt Ulm-Ost rechts abfahren"
    ),
    .init(
      step(.offRamp, .right, number: "A 3", sign: sign(name: "Kreuz Köln-Ost")),
      "Am Kreuz Köln-Ost rechts auf die A 3 abfahren"),
    .init(
      step(.offRamp, sign: sign(name: "Anschlussstelle Ulm-Ost")),
      "An der Anschlussstelle Ulm-Ost abfahren"),
    .init(
      step(.offRamp, .right, sign: sign("12", name: "Kreuz Ulm")),
      "An der Ausfahrt 12 rechts abfahren"),
    .init(
      step(.fork, .slightRight, number: "A 7", sign: sign(to: "Kempten")),
      "An der Gabelung rechts halten auf die A 7 Richtung Kempten"),
    .init(
      step(.endOfRoad, .left, on: "Marktplatz"),
      "Am Ende der Straße links auf den Marktplatz abbiegen"),
    .init(
      step(.roundabout, exit: 2, on: "Hauptstraße"),
      "Im Kreisverkehr die zweite Ausfahrt auf die Hauptstraße nehmen"),
    .init(step(.roundabout, exit: 14), "Im Kreisverkehr die 14. Ausfahrt nehmen"),
    .init(step(.roundabout), "In den Kreisverkehr einfahren"),
    .init(
      step(.rotary, exit: 3, ring: "Ernst-Reuter-Platz"),
      "Am Ernst-Reuter-Platz die dritte Ausfahrt nehmen"),
    .init(
      step(.rotary, exit: 2, ring: "Kreisverkehr"), "Im Kreisverkehr die zweite Ausfahrt nehmen"),
    .init(step(.roundaboutTurn, .left), "Im Kreisverkehr links abbiegen"),
    .init(step(.exitRoundabout, on: "Rosenweg"), "Den Kreisverkehr auf den Rosenweg verlassen"),
    .init(step(.notification, isFerry: true), "Die Fähre nehmen"),
    .init(
      step(.notification, on: "Autofähre Konstanz – Meersburg", isFerry: true),
      "Die Fähre Konstanz – Meersburg nehmen"),
    .init(step(.notification, on: "Rheinfähre", isFerry: true), "Die Fähre nehmen"),
    .init(step(.passWaypoint), "Am Wegpunkt vorbeifahren"),
    .init(step(.useLane, lanes: [false, true, true]), "Die zwei rechten Spuren benutzen"),
  ]

  /// The article by the last part of the name: turning right into it.
  static let articles: [(name: String, into: String)] = [
    ("Hauptstraße", "in die Hauptstraße"), ("Rosenweg", "in den Rosenweg"),
    ("Judengasse", "in die Judengasse"), ("Lindenallee", "in die Lindenallee"),
    ("Altstadtring", "auf den Altstadtring"), ("Rathausplatz", "auf den Rathausplatz"),
    ("Donauufer", "auf das Donauufer"), ("Rosengässchen", "in das Rosengässchen"),
    ("Reeperbahn", "auf die Reeperbahn"), ("Sonnenhang", "in den Sonnenhang"),
    ("Mariahilfer Gürtel", "auf den Mariahilfer Gürtel"), ("Am Hang", "auf Am Hang"),
    ("Sonnenleite", "in die Sonnenleite"), ("Theresienwiese", "in die Theresienwiese"),
    ("Karlstreppe", "auf die Karlstreppe"),
    ("Enges Gässchen", "in das Enge Gässchen"),
    ("Rua de Antero de Quental", "auf Rua de Antero de Quental"),
    ("Place Wurtemberg", "auf Place Wurtemberg"),
    ("Am Markt", "auf Am Markt"), ("Im Winkel", "auf Im Winkel"), ("Alter Weg", "in den Alten Weg"),
    ("Lange Straße", "in die Lange Straße"), ("Straße des 17. Juni", "in die Straße des 17. Juni"),
    ("Platz der Republik", "auf den Platz der Republik"), ("B 10", "auf die B 10"),
    ("Unter den Linden", "auf Unter den Linden"), ("Kirchbrücke", "auf die Kirchbrücke"),
    ("Karl-Marx-Straße Nord", "in die Karl-Marx-Straße Nord"), ("Ku'damm", "auf den Ku'damm"),
    ("Broadway", "auf Broadway"), ("Kurfürsten-Anlage", "in die Kurfürsten-Anlage"),
    ("Alte Landstrasse", "in die Alte Landstrasse"), ("Wiesengass", "in die Wiesengass"),
    ("Wolfsbrunnensteige", "in die Wolfsbrunnensteige"), ("Römerkreis", "auf den Römerkreis"),
    ("Rheinbrücke Haag-Bendern", "auf die Rheinbrücke Haag-Bendern"),
    ("Waldhilsbacher Strässel", "in das Waldhilsbacher Strässel"),
    ("Alte Brücke", "auf die Alte Brücke"), ("Alter Markt", "auf den Alten Markt"),
    ("Oberer Neuer Weg", "auf Oberer Neuer Weg"), ("Neue Stücker", "auf Neue Stücker"),
    ("Alter Bammentaler Weg", "in den Alten Bammentaler Weg"), ("126", "in die Straße 126"),
    ("Schräger Weg", "in den Schrägen Weg"), ("Heiliger Berg", "auf den Heiligen Berg"),
    ("Linke Wienzeile", "in die Linke Wienzeile"), ("Blaues Feld", "in das Blaue Feld"),
    ("Steinerne Brücke", "auf die Steinerne Brücke"), ("Elbtunnel", "in den Elbtunnel"),
    ("Alter Elbtunnel", "in den Alten Elbtunnel"), ("Tunnelweg", "in den Tunnelweg"),
    ("N-14", "auf die N-14"), ("M25", "auf die M25"), ("US 1", "auf die US 1"),
    ("Hackescher Markt", "auf den Hackeschen Markt"), ("Deutscher Ring", "auf den Deutschen Ring"),
    ("Englischer Garten", "in den Englischen Garten"), ("Fischerweg", "in den Fischerweg"),
    ("Märkisches Ufer", "auf das Märkische Ufer"), ("Altes Ufer", "auf das Alte Ufer"),
    ("Mittlerer Ring", "auf den Mittleren Ring"), ("Rossauer Lände", "auf die Rossauer Lände"),
    ("Greenspring Avenue South", "auf Greenspring Avenue South"), ("Ring Road", "auf Ring Road"),
    ("Flughafenzubringer", "auf den Flughafenzubringer"),
    ("Bahnüberführung", "auf die Bahnüberführung"),
    ("Jülicher Ring", "auf den Jülicher Ring"), ("Limmatquai", "auf den Limmatquai"),
    ("Kurparkterrassen", "in die Kurparkterrassen"), ("Kappesgärten", "in die Kappesgärten"),
    ("In den Heimgärten", "auf In den Heimgärten"), ("Innere Wiesen", "in die Inneren Wiesen"),
    ("Wilde Rott Weg", "in den Wilde Rott Weg"), ("Straße am Weg", "in die Straße am Weg"),
    ("Alte Gütertrasse", "auf die Alte Gütertrasse"), ("Sandklinge", "in die Sandklinge"),
    ("Alte Rheinbrücke Vaduz", "auf die Alte Rheinbrücke Vaduz"),
    ("Melacpass", "auf den Melacpass"), ("Neckarstaden", "auf den Neckarstaden"),
    ("Vitaparcours Balzers", "auf den Vitaparcours Balzers"),
    ("Pfad am Fliegerhorst", "in den Pfad am Fliegerhorst"), ("Gut Steeg", "auf das Gut Steeg"),
    ("Gewann Wiesenäcker", "in das Gewann Wiesenäcker"),
  ]

  @Test("sentences", arguments: sentences)
  func says(item: SentenceCase) throws {
    let words = Instructions(language: try #require(Language(tag: "de")), units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  @Test("articles follow the last part of the name", arguments: articles)
  func article(item: (name: String, into: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "de-AT")), units: .metric)
    #expect(words.text(for: step(.turn, .right, on: item.name)) == "Rechts \(item.into) abbiegen")
  }

  /// The third case: going on along it.
  static let datives: [(name: String, on: String)] = [
    ("Lange Straße", "auf der Langen Straße"),
    ("Neue Churerstrasse", "auf der Neuen Churerstrasse"),
    ("Alter Weg", "auf dem Alten Weg"), ("Oberes Bieth", "auf dem Oberen Bieth"),
    ("Römerkreis", "auf dem Römerkreis"),
    ("Friedrich-Ebert-Anlage", "auf der Friedrich-Ebert-Anlage"),
    ("Alte Brücke", "auf der Alten Brücke"), ("28", "auf der Straße 28"),
    ("Innere Wiesen", "auf den Inneren Wiesen"), ("Alte Gärten", "auf den Alten Gärten"),
    ("Untere Höfe", "auf Untere Höfe"), ("Schräger Weg", "auf dem Schrägen Weg"),
    ("Linke Wienzeile", "auf der Linken Wienzeile"),
    ("Steinerne Brücke", "auf der Steinernen Brücke"), ("Gaisbergtunnel", "im Gaisbergtunnel"),
    ("Alter Elbtunnel", "im Alten Elbtunnel"), ("Tunnel Oberau", "im Tunnel Oberau"),
    ("Flandrische Straße", "auf der Flandrischen Straße"),
    ("Märkische Allee", "auf der Märkischen Allee"),
    ("Deutsche Weinstraße", "auf der Deutschen Weinstraße"),
    ("Bayerischer Platz", "auf dem Bayerischen Platz"),
    ("Märkisches Ufer", "auf dem Märkischen Ufer"),
    ("Nördliche Ringstraße", "auf der Nördlichen Ringstraße"),
    ("Hinterste Mühle", "auf der Hintersten Mühle"), ("Jülicher Straße", "auf der Jülicher Straße"),
    ("Wurmbenden", "auf den Wurmbenden"), ("Brunnenwiesen", "auf den Brunnenwiesen"),
    ("Alte Gütertrasse", "auf der Alten Gütertrasse"),
    ("Eiserne Brücke", "auf der Eisernen Brücke"), ("Nietzschestraße", "auf der Nietzschestraße"),
  ]

  @Test("adjectives bend", arguments: datives)
  func dative(item: (name: String, on: String)) throws {
    let words = Instructions(language: try #require(Language(tag: "de")), units: .metric)
    #expect(words.text(for: step(.newName, on: item.name)) == "Weiter \(item.on)")
  }

  @Test("a number of a road and a distance are not beside each other")
  func numbers() throws {
    let words = Instructions(language: try #require(Language(tag: "de")), units: .metric)
    let steps = [
      step(.depart, metres: 100, seconds: 60),
      step(.turn, .left, number: "126", metres: 4000, seconds: 300), step(.arrive),
    ]
    let spoken = words.announcements(for: steps)
    #expect(spoken[1].first?.text == "4 Kilometer auf der Straße 126 weiterfahren")
  }
}
