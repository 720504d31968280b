/// The rows of single commands.
extension RefusalTests {
  static let drives: [Case] = [
    .init("drive", "missing expected argument '<file>'"),
    .init("drive a.nav b.nav", "unexpected argument 'b.nav'"),
    .init("drive a.nav --from 1,2", "--from and --to go together"),
    .init("drive a.nav --via 1,2", "--via needs --from and --to"),
    .init("drive a.nav --from 1,2 --to 1,2,3", "'1,2,3' is not a coordinate: write LAT,LON"),
    .init("drive a.nav --from 1,2 --to ,", "',' names no place: write LAT,LON in degrees, or the"),
    .init(
      "drive a.nav --from 1,2 --to 3,4 --route r.json",
      "--route is driven as it is: leave out --from and --to"),
    .init("drive a.nav --route r --ev default", "--ev is for a route that is calculated"),
    .init("drive a.nav --route - --trace -", "--route and --trace can't both be standard input"),
    .init(
      "drive a.nav --from 1,2 --to 3,4 --trace - --ev -",
      "--trace and --ev can't both be standard input"),
    .init("drive a.nav --trace t --simulate", "--simulate and --trace exclude each other"),
    .init("drive a.nav --trace t --seed 4", "simulate fixes: leave out --trace"),
    .init("drive a.nav --trace t --interval 2", "simulate fixes: leave out --trace"),
    .init("drive a.nav --track 2", "--track needs --trace"),
    .init("drive a.nav --trace t --track 0", "--track takes 1 or more, not 0"),
    .init("drive a.nav --trace t --track -1", "--track takes 1 or more, not -1"),
    .init("drive a.nav --seed -1", "the value '-1' is invalid for '--seed <n>'"),
    .init("drive a.nav --noise 201", "--noise takes 0 to 50 metres, not 201"),
    .init("drive a.nav --wrong-turns 1.1", "--wrong-turns takes 0 to 1, not 1.1"),
    .init("drive a.nav --stops -0.1", "--stops takes 0 to 1, not -0.1"),
    .init(
      "drive a.nav --trace t.gpx --wrong-turns 0.1",
      "--wrong-turns, --stops and --seed simulate fixes: leave out --trace"),
    .init("drive a.nav --noise -1", "--noise takes 0 to 50 metres, not -1"),
    .init("drive a.nav --noise nan", "--noise takes 0 to 50 metres, not nan"),
    .init("drive a.nav --speed 0", "--speed takes 1 to 500 km/h, not 0"),
    .init("drive a.nav --speed 501", "--speed takes 1 to 500 km/h, not 501"),
    .init("drive a.nav --interval 0.05", "--interval takes 0.1 to 60 seconds, not 0.05"),
    .init("drive a.nav --dropouts 1", "--dropouts takes 0 to 0.9, not 1"),
    .init("drive a.nav --pace 0", "--pace takes 0.1 to 1000, not 0"),
    .init("drive a.nav --language nl", "a language file such as ./nl.txt, not 'nl'"),
    .init("drive a.nav --units miles", "the value 'miles' is invalid for '--units <units>'"),
    .init("drive a.nav --events json", "the value 'json' is invalid for '--events <events>'"),
    .init("drive a.nav --charge 5", "--charge needs --ev"),
    .init("drive a.nav --stations s.json", "--stations needs --ensure-reachability"),
    .init("drive a.nav -o=", "-o takes the name of a file, which can't be empty"),
  ]

  /// A second, a metre and a watt-hour are the least; a day, 5,000 km and 10 MWh the most (Formats/cli-json.md).
  static let isolines: [Case] = [
    .init("isoline", "missing expected argument '<file>'"),
    .init("isoline a.nav", "missing expected argument '--at <place>'"),
    .init("isoline a.nav --at 1,2", "give one of --minutes, --km and --kwh"),
    .init("isoline a.nav --at 1,2 --minutes 5 --km 5", "give one of --minutes, --km and --kwh"),
    .init("isoline a.nav --at 1 --minutes 5", "'1' is not a coordinate: write LAT,LON"),
    .init("isoline a.nav --at 91,2 --minutes 5", "'91,2' is out of range: latitude -90 to 90"),
    .init(
      "isoline a.nav --at 1,2 --minutes 5,", "--minutes takes numbers such as 10,20, not ''"),
    .init("isoline a.nav --at 1,2 --km five", "--km takes numbers such as 10,20, not 'five'"),
    .init(
      "isoline a.nav --at 1,2 --minutes 5,0", "--minutes takes numbers from 0.017 to 1440, not '0'"),
    .init("isoline a.nav --at 1,2 --minutes -5", "from 0.017 to 1440, not '-5'"),
    .init("isoline a.nav --at 1,2 --minutes nan", "from 0.017 to 1440, not 'nan'"),
    .init("isoline a.nav --at 1,2 --minutes 1441", "from 0.017 to 1440, not '1441'"),
    .init("isoline a.nav --at 1,2 --km 5001", "--km takes numbers from 0.001 to 5000, not '5001'"),
    .init("isoline a.nav --at 1,2 --kwh 1e5", "--kwh takes numbers from 0.001 to 10000, not '1e5'"),
    .init(
      "isoline a.nav --at 1,2 --km 1" + String(repeating: ",1", count: 64),
      "--km takes at most 64 numbers, not 65"),
    .init("isoline a.nav --at 1,2 --minutes 5 --ev default", "--ev needs --kwh"),
    .init("isoline a.nav --at 1,2 --kwh 5 --charge 3", "unknown option '--charge'"),
    .init(
      "isoline a.nav --at 1,2 --km 5 --network --max-points 50",
      "--max-points, --error and --denoise are for areas"),
    .init(
      "isoline a.nav --at 1,2 --kwh 5 --ev default --ensure-reachability",
      "unknown option '--ensure-reachability'"),
    .init(
      "isoline a.nav --at 1,2 --minutes 5 --network --lines",
      "--network and --lines can't be combined"),
    .init(
      "isoline a.nav --at 1,2 --km 5 --max-points 11", "--max-points takes at least 12, not 11"),
    .init("isoline a.nav --at 1,2 --km 5 --error 3", "--error takes 4 to 100000 metres, not 3"),
    .init("isoline a.nav --at 1,2 --km 5 --error nan", "--error takes 4 to 100000 metres, not nan"),
    .init("isoline a.nav --at 1,2 --km 5 --denoise 1.5", "--denoise takes 0 to 1, not 1.5"),
    .init("isoline a.nav --at 1,2 --km 5 --denoise -1", "--denoise takes 0 to 1, not -1"),
    .init("isoline a.nav --at 1,2 --km 5 --format svg", "the value 'svg' is invalid for '--format"),
    .init(
      "isoline a.nav --at 1,2 --kwh 5 --ev - --traffic -",
      "--traffic and --ev can't both be standard input"),
  ]

  static let feeds: [Case] = [
    .init("traffic fly", "'fly' is not a command of traffic: choose one of compile, info, apply"),
    .init("traffic compile", "missing expected argument '<map>'"),
    .init("traffic compile a.nav", "missing expected argument '<feed>'"),
    .init("traffic compile a.nav f.csv", "-o is missing: name the traffic file to be made"),
    .init("traffic compile a.nav f -o t --horizon -1", "--horizon takes 0 to 10080 minutes, not"),
    .init("traffic compile a.nav f -o t --horizon 10081", "0 to 10080 minutes, not 10081"),
    .init(
      "traffic compile a.nav f -o t --made 2026-11-23T20:30",
      "--made takes a time with an offset, such as 2026-11-23T20:30Z, not '2026-11-23T20:30'"),
    .init("traffic compile a.nav f -o t --made noon", "--made takes a time with an offset"),
    .init(
      "traffic compile a.nav f -o t --usual --made 2026-11-23T20:30Z",
      "--made and --horizon are not for --usual"),
    .init(
      "traffic compile a.nav f -o t --usual --horizon 5", "--made and --horizon are not for --usual"
    ),
    .init(
      "traffic compile a.nav f -o t --usual --sites s", "--sites is for DATEX II: leave it out"),
    .init(
      "traffic compile a.nav - -o t --sites -",
      "the feed and --sites can't both be standard input"),
    .init("traffic compile a.nav f -o t --unplaced t", "--unplaced and -o name the same file, 't'"),
    .init(
      "traffic compile a.nav f -o d/t --unplaced ./d//t",
      "--unplaced and -o name the same file, './d//t'"),
    .init(
      "traffic compile a.nav f -o - --unplaced -", "--unplaced and -o name the same file, '-'"),
    .init(
      "traffic compile a.nav f -o t --traffic-version one",
      "the value 'one' is invalid for '--traffic-version <number>'"),
    .init("traffic info", "missing expected argument '<file>'"),
    .init("traffic info a b", "unexpected argument 'b'"),
    .init("traffic apply a.nav", "missing expected argument '<traffic>'"),
    .init("traffic apply a.nav t --then plane", "--then takes car, "),
    .init("traffic encode a.nav --from 1,2", "missing expected argument '--to <lat,lon>'"),
    .init("traffic encode a.nav --from north --to 1,2", "'north' is not a coordinate"),
    .init("traffic encode a.nav --from 1,2 --to 1,181", "'1,181' is out of range"),
    .init("traffic decode a.nav", "missing expected argument '<references> ...'"),
  ]

  static let files: [Case] = [
    .init("info", "missing expected argument '<file>'"),
    .init("info a.nav b.nav", "unexpected argument 'b.nav'"),
    .init("info a.nav --tile", "unknown option '--tile' (did you mean '--tiles'"),
    .init("explain a.nav --at 1,2 --format json", "unknown option '--format'; see"),
    .init("info a.nav --json=yes", "the option '--json' does not take any value"),
    .init("verify", "missing expected argument '<file>'"),
    .init("verify a.nav b.nav", "unexpected argument 'b.nav'"),
    .init("verify a.nav --depp", "unknown option '--depp' (did you mean '--deep'"),
    .init("route a.nav --alternatives 17", "--alternatives takes 0 to 16, not 17"),
    .init("route a.nav --alternatives -1", "--alternatives takes 0 to 16, not -1"),
    .init("bench a.nav --pairs p --alternatives 17", "--alternatives takes 0 to 16, not 17"),
    .init("route a.nav --compare plane", "--compare takes a profile such as car, not 'plane'"),
    .init("route a.nav --charge 5", "--charge needs --ev"),
    .init("route a.nav --ensure-reachability", "--ensure-reachability needs --ev"),
    .init(
      "route a.nav --ev e --ensure-reachability --alternatives 1",
      "--ensure-reachability can't be combined with --alternatives"),
    .init(
      "drive a.nav --ev e --ensure-reachability --shortest",
      "--ensure-reachability can't be combined with --shortest"),
    .init(
      "route a.nav --ev default --stations s.json", "--stations needs --ensure-reachability"),
    .init(
      "route a.nav --ev default --charge much", "the value 'much' is invalid for '--charge <kwh>'"),
    .init("route a.nav --ev - --usual -", "--usual and --ev can't both be standard input"),
    .init(
      "route a.nav --ev - --ensure-reachability --stations -",
      "--ev and --stations can't both be standard input"),
    .init("match a.nav t --allow-wrong-way always", "the value 'always' is invalid for '--allow-"),
    .init("match a.nav t --map-issues -", "--map-issues takes the name of a file of its own"),
    .init("match a.nav t --map-issues x -o x", "--map-issues takes the name of a file of its own"),
    .init(
      "match a.nav t --map-issues ./x -o x", "--map-issues takes the name of a file of its own"),
    .init(
      "match a.nav t --map-issues d/./x -o ./d/x",
      "--map-issues takes the name of a file of its own"),
    .init("build a.osm -o a.nav --no-hierarchy --profiles car", "--profiles needs a hierarchy"),
    .init("match a.nav t --depart 2026-11-21T10:00", "--depart is for routes"),
    .init("match a.nav t --prefer toll=0.2", "--prefer is for routes"),
    .init("match a.nav t --delay 10001", "--delay takes 0 to 10000, not 10001"),
    .init("match a.nav t --format html", "the value 'html' is invalid for '--format <format>'"),
    .init("search a.nav x --limit 101", "--limit takes 1 to 100, not 101"),
    .init("search a.nav x --limit -1", "--limit takes 1 to 100, not -1"),
    .init(
      "search a.nav --near 1,2 --reverse --by-time --category fuel",
      "choose one of --by-time, --reverse and a route"),
    .init("search a.nav --near 91,2 x", "'91,2' is out of range"),
    .init(
      "search a.nav x --open --depart 2026-11-21T10:00",
      "--open is for places along a route or --by-time"),
    .init("search a.nav --from 1,2", "--from and --to go together"),
    .init("search a.nav --via 1,2 x", "--via needs --from and --to"),
    .init("search a.nav --route r.json --detour -1", "--detour takes minutes, or a time such as"),
    .init("search a.nav --route r.json --detour 2km", "--detour takes minutes, or a time such as"),
    .init("search a.nav --route r.json --within nan", "--within takes 0 to 50000 metres, not nan"),
    // The library looks no farther.
    .init("search a.nav --route r.json --within 50001", "--within takes 0 to 50000 metres"),
    .init(
      "search a.nav --route r.json --after 90 --after 5km --after 2h",
      "--after takes one time and one distance: 90 or 2h, not both"),
    .init(
      "search a.nav --route r.json --before 5km --before 6000m",
      "--before takes one time and one distance: 5km or 6000m, not both"),
    .init(
      "search a.nav --route r.json --after 3h --before 90km --before 150min",
      "no place is reached after 3h and before 150min"),
    .init(
      "search a.nav --route r.json --after 20km --after 5min --before 10km",
      "no place is reached after 20km and before 10km"),
    .init("search a.nav --route r.json --after 5parsecs", "--after takes a span such as 90min"),
    .init(
      "search a.nav x --detour 5", "--after, --last and --detour are for places along"),
    .init("search a.nav x --traffic t.csv", "are for places along a route or --by-time"),
    .init("search a.nav x --close-way 4", "are for places along a route or --by-time"),
    .init("search a.nav --route - --traffic -", "--route and --traffic can't both be standard"),
    .init("search a.nav x --profile truck", "such as --profile, are for places along a route"),
    .init(
      "search a.nav --near 1,2 --reverse --depart 2026-11-21T10:00", "options of vehicle and route"),
    .init("search a.nav --near 1,2 --reverse --public", "it takes no name and no filter"),
    .init("search a.nav x --within 500", "--within is for places along a route"),
    .init("search a.nav --category fuel --near 1,2 --by-time --within 5", "--within is for places"),
    .init("search a.nav x --before 5", "--before is for places along a route or --by-time"),
    .init(
      "search a.nav --category fuel --near 1,2 --by-time --before 5km",
      "--before takes a time with --by-time, not a distance"),
    .init(
      "search a.nav --category fuel --near 1,2 --by-time --before 5 --before 5km",
      "--before takes a time with --by-time, not a distance"),
    .init("search a.nav --route r.json --near 1,2", "leave out --near"),
    .init("search a.nav x --fuel ,", "--fuel is empty"),
    .init("search a.nav x --connector=", "missing value for '--connector"),
    .init("search a.nav x --category=", "missing value for '--category"),
    .init("search a.nav x --truck-capacity -1", "--truck-capacity takes at least 1, not -1"),
    .init("table a.nav --from a --to b --ev default --charge 5", "unknown option '--charge'"),
    .init("table a.nav --from a --to b --format gpx", "the value 'gpx' is invalid for '--format"),
    .init(
      "table a.nav --from a --to - --traffic -", "--to and --traffic can't both be standard input"),
    .init(
      "bench a.nav --pairs - --usual -", "--pairs and --usual can't both be standard input"),
    .init("bench a.nav --pairs p --steps --threads 2", "--steps is for one thread: leave out"),
  ]

  static let services: [Case] = [
    .init("serve", "missing expected argument '<file>'"),
    .init("serve a.nav --port -1", "--port takes 0 to 65535, not -1"),
    .init("serve a.nav --log-level loud", "the value 'loud' is invalid for '--log-level"),
    .init("serve a.nav --traffic -", "--traffic of serve takes the name of a file, not standard"),
    .init("serve a.nav --usual -", "--usual of serve takes the name of a file, not standard input"),
    .init(
      "serve a.nav --traffic-listen 5001",
      "the value '5001' is invalid for '--traffic-listen <address:port>'"),
    .init("serve a.nav --traffic-listen host:65536", "the value 'host:65536' is invalid for"),
    .init("serve a.nav --traffic-listen ::1:5001", "the value '::1:5001' is invalid for"),
    .init("serve a.nav --max-traffic-size 0", "--max-traffic-size takes 1 to 1024 MB, not 0"),
    .init("serve a.nav --max-traffic-size 1025", "--max-traffic-size takes 1 to 1024 MB, not 1025"),
    .init("serve a.nav --warm truck?height=x", "--warm takes a profile and parameters such as"),
    .init("serve a.nav --max-coordinates 1", "--max-coordinates takes 2 to 1000000, not 1"),
    .init("serve a.nav --max-alternatives -1", "--max-alternatives takes 0 to 1000000, not -1"),
    .init("serve a.nav --max-table-size 1", "--max-table-size takes 2 to 1000000, not 1"),
    .init("serve a.nav --max-matching-size 1", "--max-matching-size takes 2 to 1000000, not 1"),
    .init("serve a.nav --max-nearest-size 0", "--max-nearest-size takes 1 to 1000000, not 0"),
    .init("serve a.nav --workers 0", "--workers takes 1 to 256, not 0"),
    .init("serve a.nav --workers 257", "--workers takes 1 to 256, not 257"),
    .init("serve a.nav --max-waiting -1", "--max-waiting takes 0 to 1000000, not -1"),
    .init("serve a.nav --max-connections 0", "--max-connections takes 1 to 1000000, not 0"),
    .init("serve a.nav --timeout 0", "--timeout takes 0.001 to 86400 seconds, not 0"),
    .init("serve a.nav --timeout nan", "--timeout takes 0.001 to 86400 seconds, not nan"),
    .init("serve a.nav --default-radius 0", "--default-radius takes more than 0, not 0.0"),
    .init("serve a.nav --default-radius nan", "--default-radius takes more than 0, not nan"),
  ]
}
