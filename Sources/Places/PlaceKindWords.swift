internal import RoadModel

/// What people call kinds of places in English, German, French, Spanish and Portuguese.
///
/// Words that OpenStreetMap has itself, such as `hotel`, are in the dictionary of the map already. Words of up to three
/// letters except `WC` are left out, as many names begin with them.
enum PlaceKindWords {
  struct Row {
    var category: PlaceCategory
    /// The values of the tags that made the places; empty for the whole category.
    var types: [String]
    /// The religion of places of worship; nil for all.
    var religion: String?
    /// The texts, separated by commas.
    var texts: String

    init(_ category: PlaceCategory, _ types: [String], religion: String? = nil, _ texts: String) {
      self.category = category
      self.types = types
      self.religion = religion
      self.texts = texts
    }
  }

  static let rows: [Row] =
    [onTheWay, food, lodging, shops, health, errands, leisure, outdoors].flatMap { $0 }

  private static let onTheWay: [Row] = [
    Row(
      .fuel, [],
      """
      gas station,gas stations,petrol,petrol station,petrol stations,filling station,Tankstelle,Tankstellen,\
      station-service,\
      stations-service,station essence,gasolinera,gasolineras,estación de servicio,estaciones de servicio,\
      posto de combustível,postos de combustível,posto de gasolina,postos de gasolina,bomba de gasolina,\
      bombas de gasolina,gasolineira,posto de abastecimento
      """),
    Row(
      .chargingStation, [],
      """
      charging point,charging points,charging stations,EV charging,EV charger,Ladestation,Ladestationen,Ladesäule,\
      Ladesäulen,Stromtankstelle,borne de recharge,bornes de recharge,station de recharge,punto de recarga,\
      puntos de recarga,estación de carga,posto de carregamento,postos de carregamento,ponto de carregamento,\
      carregador,estação de recarga,eletroposto
      """),
    Row(
      .parking, [],
      """
      car park,car parks,parking lot,Parkplatz,Parkplätze,Parkhaus,Parkhäuser,Tiefgarage,stationnement,parc de \
      stationnement,aparcamiento,aparcamientos,estacionamiento,estacionamientos,estacionamento,estacionamentos,\
      parque de estacionamento
      """),
    Row(
      .truckParking, [],
      """
      truck stop,truck stops,lorry park,lorry parking,Lkw-Parkplatz,Lkw-Parkplätze,Lkw-Stellplatz,\
      parking poids lourds,aparcamiento de camiones,estacionamiento de camiones,estacionamento de camiões,\
      parque de camiões,estacionamento de caminhões
      """),
    Row(
      .restArea, [],
      """
      rest stop,Rastplatz,Rastplätze,aire de repos,aires de repos,área de descanso,áreas de descanso,área de repouso
      """),
    Row(
      .restArea, ["picnic_site"],
      "picnic area,Picknickplatz,aire de pique-nique,área de picnic,merendero,parque de merendas"),
    Row(
      .services, [],
      """
      service area,motorway services,Raststätte,Raststätten,Autobahnraststätte,Autohof,Autohöfe,aire de service,\
      aire de services,área de servicio,áreas de servicio,área de serviço,áreas de serviço
      """),
    Row(
      .tollBooth, [],
      """
      toll station,toll plaza,Mautstelle,Mautstation,péage,péages,poste de péage,peaje,peajes,portagem,\
      portagens,pedágio
      """
    ),
    Row(.weighStation, [], "Fahrzeugwaage,pont-bascule,báscula de camiones,balança rodoviária"),
    Row(
      .borderControl, [],
      """
      border crossing,border checkpoint,Grenzübergang,Grenzübergänge,poste-frontière,paso fronterizo,puesto fronterizo,\
      posto fronteiriço
      """),
    Row(
      .ferryTerminal, [],
      """
      ferry,Fähre,Fähren,Fährhafen,Fähranleger,gare maritime,embarcadère,terminal de ferry,embarcadero,transbordador,\
      terminal fluvial
      """),
    Row(
      .motorwayExit, [],
      """
      Ausfahrt,Autobahnausfahrt,Anschlussstelle,sortie,sortie d'autoroute,salida,salida de autopista,saída,\
      saída da autoestrada
      """),
    Row(
      .carService, ["car_repair"],
      """
      mechanic,garage automobile,garagiste,Werkstatt,Autowerkstatt,Kfz-Werkstatt,taller,talleres,taller mecánico,\
      talleres mecánicos,oficina mecânica,oficina auto
      """),
    Row(.carService, ["tyres"], "tyre shop,tire shop,Reifenhändler,Reifenservice,pneus,neumáticos"),
    Row(
      .carService, ["car_wash"],
      """
      Waschanlage,Autowäsche,Autowaschanlage,Waschstraße,lavage auto,station de lavage,lavado de coches,\
      túnel de lavado,lavagem de carros,lavagem automóvel,lava jato
      """),
    Row(
      .carService, ["car_rental"],
      """
      rent a car,car hire,Autovermietung,Mietwagen,location de voitures,alquiler de coches,alquiler de autos,\
      aluguer de carros,aluguel de carros,aluguer de automóveis
      """),
    Row(
      .station, ["station", "halt"],
      """
      train station,train stations,railway station,railway stations,Bahnhof,Bahnhöfe,Haltepunkt,gare,gares,\
      gare ferroviaire,\
      estación,estación de tren,estación de trenes,estación ferroviaria,estação,estação de comboios,estação de trem,\
      estação ferroviária
      """),
    Row(
      .station, ["bus_station"],
      """
      bus terminal,Busbahnhof,Busbahnhöfe,gare routière,estación de autobuses,terminal de autobuses,\
      estação rodoviária,terminal rodoviário,rodoviária
      """),
    Row(
      .airport, [],
      """
      airports,Flughafen,Flughäfen,Flugplatz,aéroport,aéroports,aeropuerto,aeropuertos,aeroporto,aeroportos
      """),
    Row(
      .other, ["taxi"],
      "taxi rank,Taxistand,station de taxi,parada de taxis,praça de táxis,ponto de táxi"),
  ]

  private static let food: [Row] = [
    Row(
      .food, ["restaurant"],
      """
      restaurants,Gaststätte,Gaststätten,Gasthaus,Gasthof,Wirtshaus,Speiselokal,restaurante,restaurantes
      """),
    Row(
      .food, ["cafe"],
      "coffee,coffee shop,coffee shops,cafés,Kaffeehaus,salon de thé,cafetería,cafeterías"
    ),
    Row(
      .food, ["fast_food"],
      "takeaway,Imbiss,Schnellimbiss,Schnellrestaurant,restauration rapide,comida rápida,lanchonete"
    ),
    Row(.food, ["bar"], "bars,bares"),
    Row(.food, ["pub"], "pubs,Kneipe,Kneipen"),
    Row(.food, ["biergarten"], "beer garden,Biergärten"),
    Row(.food, ["ice_cream"], "Eisdiele,Eisdielen,Eiscafé,glacier,heladería,gelataria,sorveteria"),
  ]

  private static let lodging: [Row] = [
    Row(.lodging, [], "accommodation,Unterkunft,Unterkünfte,hébergement,alojamiento,alojamento"),
    Row(.lodging, ["hotel"], "hotels,hoteles,hotéis"),
    Row(
      .lodging, ["hostel"],
      """
      hostels,youth hostel,Jugendherberge,auberge de jeunesse,albergue,albergue juvenil,\
      pousada da juventude,pousada de juventude
      """
    ),
    Row(
      .lodging, ["guest_house"],
      """
      bed and breakfast,Pension,Pensionen,Gästehaus,chambre d'hôtes,chambres d'hôtes,maison d'hôtes,casa de huéspedes,\
      pensión,pensão,casa de hóspedes
      """),
    Row(
      .lodging, ["camp_site"],
      """
      campsite,campground,camping,Campingplatz,Campingplätze,Zeltplatz,terrain de camping,parque de campismo
      """),
    Row(
      .lodging, ["caravan_site"],
      """
      RV park,motorhome site,Wohnmobilstellplatz,Wohnmobilstellplätze,aire de camping-car,área de autocaravanas
      """),
  ]

  private static let shops: [Row] = [
    Row(.shop, [], "shops,Geschäft,Geschäfte,magasin,magasins,tienda,tiendas,loja,lojas"),
    Row(
      .shop, ["supermarket"],
      """
      supermarkets,grocery,groceries,grocery store,Lebensmittel,Supermarkt,Supermärkte,supermarché,supermarchés,\
      hypermarché,supermercado,\
      supermercados,hipermercado
      """),
    Row(.shop, ["convenience"], "convenience store,épicerie,tienda de conveniencia,mercearia"),
    Row(
      .shop, ["bakery"],
      """
      bakeries,Bäckerei,Bäckereien,Bäcker,boulangerie,boulangeries,panadería,panaderías,padaria,padarias
      """),
    Row(
      .shop, ["butcher"],
      "butchers,Metzgerei,Metzger,Fleischerei,boucherie,carnicería,talho,açougue"),
    Row(.shop, ["chemist"], "drugstore,Drogerie,Drogeriemarkt,droguerie,droguería"),
    Row(
      .shop, ["hairdresser"],
      """
      hair salon,barber,barber shop,Friseur,Friseure,Frisör,coiffeur,peluquería,peluquerías,cabeleireiro,\
      cabeleireiros,barbearia
      """),
    Row(
      .shop, ["doityourself"],
      """
      DIY store,Baumarkt,Baumärkte,bricolage,magasin de bricolage,bricolaje,tienda de bricolaje,loja de bricolage
      """),
    Row(
      .shop, ["mall"],
      """
      shopping centre,shopping center,shopping mall,Einkaufszentrum,centre commercial,centro comercial
      """),
    Row(
      .shop, ["florist"],
      "flowers,flower shop,Blumen,Blumenladen,fleuriste,floristería,floristeria,florista"),
    Row(
      .shop, ["books"], "bookshop,bookstore,Buchhandlung,Buchladen,librairie,librería,livraria"),
    Row(
      .shop, ["bicycle"],
      """
      bike shop,Fahrradladen,Fahrradgeschäft,magasin de vélos,tienda de bicicletas,loja de bicicletas
      """),
    Row(.shop, ["optician"], "Optiker,opticien,óptica,oculista"),
    Row(
      .shop, ["marketplace"],
      "market,markets,Wochenmarkt,marché,marchés,mercado,mercados,mercado municipal"),
    Row(
      .shop, ["laundry"],
      "laundrette,laundromat,Waschsalon,Wäscherei,laverie,blanchisserie,lavandería,lavandaria"),
    Row(.shop, ["kiosk"], "kiosque,quiosco,quiosque"),
    Row(
      .shop, ["clothes"],
      """
      clothing,clothes shop,Kleidung,Bekleidung,Modegeschäft,vêtements,magasin de vêtements,ropa,tienda de ropa,roupa,\
      loja de roupa
      """),
    Row(
      .shop, ["shoes"],
      "shoe shop,shoe store,Schuhe,Schuhgeschäft,chaussures,zapatería,zapatos,sapataria,sapatos"),
    Row(
      .shop, ["hardware"],
      "hardware store,Eisenwaren,quincaillerie,ferretería,ferreterías,loja de ferragens"),
    Row(
      .shop, ["furniture"],
      "furniture store,Möbel,Möbelhaus,meubles,muebles,tienda de muebles,móveis,loja de móveis"),
    Row(
      .shop, ["jewelry"],
      """
      jeweller,jeweler,jewellery,Juwelier,Schmuck,bijouterie,joyería,joyerías,joalharia,joalheria,ourivesaria
      """),
    Row(
      .shop, ["toys"],
      "toy shop,toy store,Spielzeug,Spielwaren,jouets,juguetes,juguetería,brinquedos"),
    Row(
      .shop, ["department_store"],
      """
      department stores,Kaufhaus,Warenhaus,grand magasin,grands magasins,grandes almacenes,loja de departamentos
      """),
    Row(.shop, ["beverages"], "Getränkemarkt,Getränkemärkte,Getränkehandel"),
    Row(
      .shop, ["mobile_phone"],
      "phone shop,Handyladen,Handyshop,téléphonie mobile,telefonía móvil,móviles,telemóveis"),
    Row(
      .carService, ["car"],
      """
      car dealer,car dealership,Autohaus,Autohändler,concessionnaire,concesionario,concessionária,stand de automóveis
      """),
  ]

  private static let health: [Row] = [
    Row(
      .hospital, ["hospital"],
      """
      hospitals,Krankenhaus,Krankenhäuser,Klinikum,Spital,hôpital,hôpitaux,hospitales,hospitais
      """),
    Row(.hospital, ["clinic"], "Klinik,Kliniken,clinique,clínica,clínicas"),
    Row(
      .hospital, ["doctors"],
      "doctor,Arzt,Ärzte,Arztpraxis,Hausarzt,médecin,médecins,cabinet médical,médico,médicos"),
    Row(.hospital, ["dentist"], "dentists,Zahnarzt,Zahnärzte,dentiste,dentista,dentistas"),
    Row(
      .pharmacy, [],
      "pharmacies,Apotheke,Apotheken,pharmacie,farmacia,farmacias,farmácia,farmácias"),
    Row(.other, ["veterinary"], "Tierarzt,Tierärzte,vétérinaire,veterinario,veterinário"),
  ]

  private static let errands: [Row] = [
    Row(
      .police, [],
      """
      police station,Polizei,Polizeiwache,Polizeirevier,commissariat,gendarmerie,poste de police,policía,comisaría,\
      polícia,esquadra,delegacia
      """),
    Row(
      .atm, [],
      """
      cash machine,cash machines,cashpoint,Geldautomat,Geldautomaten,Bankomat,distributeur de billets,\
      distributeur automatique,cajero,cajero automático,cajeros automáticos,Bankautomat,caixa automático,\
      caixa automática,caixa eletrônico,\
      caixa eletrónico,multibanco
      """),
    Row(.bank, [], "banks,Banken,banque,banques,banco,bancos"),
    Row(
      .toilets, [],
      """
      WC,toilet,restroom,Toilette,Toiletten,toilettes,aseos,baños,banheiro,casa de banho,sanitários
      """),
    Row(
      .publicService, ["townhall"],
      """
      town hall,city hall,Rathaus,Gemeindeamt,mairie,hôtel de ville,ayuntamiento,câmara municipal,prefeitura
      """),
    Row(
      .publicService, ["post_office"],
      "Post,Postamt,Postfiliale,bureau de poste,poste,oficina de correos,correos,correios"),
    Row(.publicService, ["library"], "Bibliothek,Bücherei,Stadtbücherei,bibliothèque,biblioteca"),
    Row(
      .publicService, ["fire_station"],
      """
      fire brigade,Feuerwehr,Feuerwache,pompiers,caserne de pompiers,bomberos,parque de bomberos,bombeiros,\
      quartel de bombeiros
      """),
    Row(
      .publicService, ["courthouse"],
      "Gericht,Amtsgericht,tribunal,palais de justice,juzgado,palacio de justicia"),
    Row(.publicService, ["embassy"], "Botschaft,ambassade,embajada,embaixada"),
    Row(
      .publicService, ["information"],
      """
      tourist information,tourist office,Touristeninformation,office de tourisme,oficina de turismo,posto de turismo
      """),
    Row(
      .school, ["school"],
      """
      schools,Schule,Schulen,école,écoles,escuela,escuelas,colegio,colegios,escola,escolas
      """),
    Row(
      .school, ["kindergarten"],
      """
      nursery,preschool,Kindertagesstätte,Kita,Kitas,école maternelle,maternelle,crèche,guardería,jardín de infancia,\
      jardim de infância,infantário
      """),
    Row(.school, ["university"], "Universität,université,universidad,universidade"),
    Row(.worship, [], "Gotteshaus,lieu de culte,lugar de culto"),
    Row(
      .worship, [], religion: "christian",
      "church,churches,Kirche,Kirchen,église,églises,iglesia,iglesias,igreja,igrejas"),
    Row(
      .worship, [], religion: "muslim",
      "mosque,mosques,Moschee,Moscheen,mosquée,mosquées,mezquita,mezquitas,mesquita,mesquitas"),
    Row(
      .worship, [], religion: "jewish",
      "synagogue,synagogues,Synagoge,Synagogen,sinagoga,sinagogas"),
  ]

  private static let leisure: [Row] = [
    Row(
      .attraction, ["attraction"],
      """
      tourist attraction,tourist attractions,Sehenswürdigkeit,Sehenswürdigkeiten,attraction touristique,\
      atracción turística,atração turística
      """),
    Row(.attraction, ["museum"], "museums,Museen,musée,musées,museo,museos,museu,museus"),
    Row(.attraction, ["viewpoint"], "Aussichtspunkt,point de vue,mirador,miradouro,mirante"),
    Row(.attraction, ["castle"], "Schloss,Burg,château,castillo,castelo"),
    Row(.attraction, ["zoo"], "Tierpark,zoológico"),
    Row(
      .attraction, ["theme_park"],
      "amusement park,Freizeitpark,parc d'attractions,parque de atracciones,parque de diversões"),
    Row(.leisure, ["cinema"], "movie theater,Kino,Kinos,cine,cines"),
    Row(.leisure, ["theatre"], "theater,Theater,teatro,teatros"),
    Row(.leisure, ["park"], "parks,Parkanlage,parc,parque,parques"),
    Row(.leisure, ["swimming_pool"], "Schwimmbad,Freibad,Hallenbad,piscine,piscina"),
    Row(.leisure, ["stadium"], "Stadion,stade,estadio,estádio"),
    Row(
      .leisure, ["sports_centre"],
      """
      sports center,Sporthalle,Sportzentrum,complexe sportif,polideportivo,centro deportivo,centro desportivo
      """),
    Row(.leisure, ["fitness_centre"], "gyms,Fitnessstudio,salle de sport,gimnasio,ginásio"),
    Row(.leisure, ["playground"], "playgrounds,Spielplatz,aire de jeux,parque infantil"),
    Row(.leisure, ["golf_course"], "Golfplatz,terrain de golf,campo de golf,campo de golfe"),
    Row(.leisure, ["marina"], "Yachthafen,port de plaisance,puerto deportivo"),
    Row(.leisure, ["nightclub"], "night club,Diskothek,discothèque,boîte de nuit,discoteca"),
  ]
}
