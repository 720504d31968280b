"""Changes of what follows from the roads: hierarchy, lists of restrictions, metrics. Each gives what it changed, as text."""

from mutants.changes import change_column, change_word, span
from navdump_reader.container import HIERARCHY, RESTRICTIONS


def hierarchy_column(random, image):
    if not image.section(HIERARCHY):
        return None
    head, columns = image.columns_of_hierarchy()
    # The nodes of tiles are the numbers that most depends on.
    name = random.choice([*columns, "nodes", "nodes"])
    done = change_column(random, columns[name], 64 if name.endswith("masks") else head[7] if name == "nodes" else 32)
    image.put_hierarchy(head, columns)
    return done and "hierarchy, %s: %s" % (name, done)


def hierarchy_way(random, image):
    """A way is along another arc; the counts follow."""
    if not image.section(HIERARCHY):
        return None
    head, columns = image.columns_of_hierarchy()
    name = random.choice(("up", "down"))
    masks = columns[name + " masks"]
    bits = [bit for bit in range(head[1]) if masks[bit // 64] >> bit % 64 & 1]
    free = [bit for bit in range(head[1]) if not masks[bit // 64] >> bit % 64 & 1]
    if not bits or not free:
        return None
    for bit in (random.choice(bits), random.choice(free)):
        masks[bit // 64] ^= 1 << bit % 64
    total = 0
    for word, mask in enumerate(masks):
        columns[name + " counts"][word] = total
        total += bin(mask).count("1")
    image.put_hierarchy(head, columns)
    return "hierarchy, %s masks: move a way" % name


def restriction(random, image):
    """An entry or a list goes, comes, or changes."""
    if not image.section(RESTRICTIONS):
        return None
    lists = image.restrictions()
    how = random.choice(("lose", "add", "change", "lose list", "empty list", "kind", "no lists"))
    if how == "no lists":
        lists = []
    elif how == "empty list":
        lists.append([random.choice((1, 12, 13, 33)), []])
    elif not lists:
        return None
    else:
        one = random.choice(lists)
        entry = random.choice(one[1])
        if how == "lose":
            one[1].remove(entry)
        elif how == "add":
            one[1].append([entry[0], entry[1] + random.choice((1, 2, 5))])
        elif how == "change":
            entry[random.randrange(2)] += random.choice((1, 2, 100))
        elif how == "lose list":
            lists.remove(one)
        else:
            one[0] = random.choice((1, 4, 12, 13, 32, 33))
        one[1].sort()
        lists.sort(key=lambda pair: pair[0])
        lists = [pair for pair in lists if pair[1]]
    before = image.section(RESTRICTIONS)
    image.put_restrictions(lists)
    return "restrictions: " + how if image.section(RESTRICTIONS) != before else None


def metric(random, image):
    """Some costs of a metric, its header, or the costs of another."""
    found = image.metrics()
    if not found:
        return None
    number = random.choice(found)
    how = random.choice(("costs", "costs", "unreachable", "zero", "cheaper", "dearer", "other", "head"))
    width, costs = image.costs(number)
    none = (1 << 30) - 1 if width == 4 else (1 << 24) - 1
    before, start = image.section(number), 0
    start, end = span(random, len(costs)) if costs else (0, 0)
    if how == "other":
        image.put(number, image.section(random.choice(found)))
    elif how == "head":
        data = bytearray(before)
        change_word(random, data, random.choice((0, 4, 8, 12, 16, 20)))
        image.put(number, data)
        image.keep = (number,)
    elif how == "costs":
        change_column(random, costs, 8 * width)
        image.put_costs(number, width, costs)
    else:
        costs[start:end] = [{"unreachable": none, "zero": 0, "cheaper": cost - 1 if 1 < cost < none else cost,
                             "dearer": cost + 1 if cost < none - 1 else cost}[how] for cost in costs[start:end]]
        image.put_costs(number, width, costs)
    return "metric %d: %s" % (number >> 32, how) if image.section(number) != before else None
