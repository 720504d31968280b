internal import RoadModel

extension PlaceKindWords {
  /// Stops of trams, sports grounds and landmarks.
  ///
  /// Words that are a name more often than a kind, such as `lago` and `faro`, are left out.
  static let outdoors: [Row] = [
    Row(
      .station, ["tram_stop"],
      """
      tram stops,Haltestelle,Haltestellen,Straßenbahnhaltestelle,Tramhaltestelle,arrêt de tram,parada de tranvía,\
      paragem de elétrico,parada de bonde
      """),
    Row(
      .leisure, ["pitch"],
      """
      sports field,sports pitch,football pitch,football field,Sportplatz,Sportplätze,Fußballplatz,terrain de sport,\
      terrain de foot,campo de fútbol,campo de futebol
      """),
    Row(
      .attraction, ["beach"],
      "beaches,Strand,Strände,Badestrand,plage,plages,playa,playas,praia,praias"),
    Row(.attraction, ["peak"], "summit,mountain peak,Gipfel,Berggipfel,sommet,cumbre"),
    Row(
      .attraction, ["waterfall"],
      "waterfalls,Wasserfall,Wasserfälle,chute d'eau,cascada,cascata,cachoeira"),
    Row(.attraction, ["cave_entrance"], "cave,Höhle,Höhlen,grotte,cueva,gruta"),
    Row(.attraction, ["lighthouse"], "lighthouses,Leuchtturm,Leuchttürme,phare,farol"),
    Row(
      .other, ["cemetery"],
      """
      cemeteries,graveyard,Friedhof,Friedhöfe,cimetière,cimetières,cementerio,cementerios,cemitério,cemitérios
      """),
    Row(
      .other, ["saddle"],
      "mountain pass,Bergpass,Gebirgspass,col de montagne,puerto de montaña,passo de montanha"),
  ]
}
