"""Names for an invented port where several languages have left their street signs."""

FIRST = """Linden Ahorn Kirsch Mühlen Müller Fischer Schäfer Bäcker Färber Böttcher Küfer Glöckner
Segel Anker Möwen Dünen Wiesen Brunnen Garten Tannen Birken Rosen Flieder Königs Bürger Löwen Bären
Hafen Kanal Schiffer Weber Gerber Töpfer Schmiede Ziegel Kalk Sand Heide Moor Bach Teich Wald Hasen
Fuchs Dachs Igel Eulen Falken Amsel Drossel Finken Lerchen Meisen Schwalben Buchen Eichen Erlen Eschen
Hasel Holunder Efeu Farn Klee Mohn Nelken Tulpen Veilchen Glocken Stern Mond Morgen Abend Winter Sommer
Reiher Storchen Weiden Ulmen Nuss Apfel Schlehen Hügel Quellen Salz Kräuter Nebel Sonnen Süd""".split()
LAST = "straße weg gasse allee ring steig pfad zeile".split()
WHOLE = """Rue du Châtaignier|Rue de l’Échalote|Allée des Cygnes|Impasse du Héron|Quai des Pêcheurs
Ørnevej|Søndergade|Strandvænget|Blåbærstien|Kongeæblevej|Åkervägen|Björkgatan|Östra Backen|Norra Ängen
Calle del Ñandú|Paseo de la Bahía|Travessa da Maré|Rua do Açafrão|Avenida São Brás|Ladeira das Maçãs
ulica Łąkowa|ulica Żurawia|ulica Źródlana|ulica Dębowa|Říční|Šípková|Třešňová|Útulná|Kőris utca
Gyümölcs utca|Tölgyfa utca|Çınar Sokağı|Işık Caddesi|Göl Sokağı|Străduța Ceții|Aleea Știucii
Kadaka tee|Männi tänav|Liepų gatvė|Ąžuolų gatvė|Ķiršu iela|Ūdens iela|Triq il-Ħarruba|Glöggvegur
Þingvegur|Ljósgata|Heol yr Ŷd|Sráid na gCrann|Bóthar na Farraige|Mill Lane|Gulls’ Rest|Tanner’s Row
Οδός Ελιάς|Кленовая улица|улица Маяка|вулиця Їжакова|Chopin Mews|Rope Walk|Lantern Hill|Half-Moon Lane"""

PLACES = """Westrum Ostrup Eichfeld Oberlund Lissholm Tarnowe Quellau Brönshagen Veldrøk Mirovar Castañal
Hellstad Saintévre Dunmarra Kvistby Zarnów Lipová Sørkapp Aldoria Wynmoor Föhrau Kestral Orveil Thalby
Norvane Ulmera Grünach Selviken Pontreux Marvenn Ivendal Rastów Bělínov Szálvár Kõrve Lauksala""".split()


def streets():
    """Every street name, in a fixed order that alternates the languages."""
    german = [a + b for b in LAST for a in FIRST]
    foreign = WHOLE.replace("\n", "|").split("|")
    every = max(2, len(german) // len(foreign))
    out = []
    for i, name in enumerate(german):
        if i % every == 0 and foreign:
            out.append(foreign.pop(0))
        out.append(name)
    return out + foreign


class Namer:
    """Hands out street names in an order of its own, and numbers them when they run out."""

    def __init__(self, rng):
        self.pool = streets()
        rng.shuffle(self.pool)
        self.used = 0

    def __call__(self):
        turn, at = divmod(self.used, len(self.pool))
        self.used += 1
        return self.pool[at] if turn == 0 else f"{self.pool[at]} {turn + 1}"
