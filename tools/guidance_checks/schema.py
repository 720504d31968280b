"""A validator of JSON Schema (draft 2020-12), as far as Formats/directions.schema.json uses it."""
import re

KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "required", "properties", "items", "enum", "const",
         "anyOf", "minimum", "maximum", "minItems", "maxItems", "minLength", "pattern"}


def _is(value, kind):
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}[kind])


def _alike(value, other):
    """Whether two values are the same; in Python, true is 1."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


def _resolved(rule, root):
    while "$ref" in rule:
        target = root
        for part in rule["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        rule = target
    return rule


def faults(value, rule, root=None, path="$"):
    """What is wrong with a value, in words."""
    root = root or rule
    rule = _resolved(rule, root)
    unknown = set(rule) - KNOWN
    if unknown:
        raise ValueError(f"the schema has words that are not understood: {sorted(unknown)}")
    if "const" in rule and not _alike(value, rule["const"]):
        yield f"{path} is {value!r}, not {rule['const']!r}"
    if "enum" in rule and not any(_alike(value, each) for each in rule["enum"]):
        yield f"{path} is {value!r}, none of {rule['enum']}"
    if "anyOf" in rule:
        tried = [list(faults(value, each, root, path)) for each in rule["anyOf"]]
        if all(tried):
            yield f"{path} fits none of {len(tried)}: " + "; ".join(each[0] for each in tried)
    if "type" in rule and not _is(value, rule["type"]):
        yield f"{path} is {value!r:.60}, no {rule['type']}"
        return
    if isinstance(value, dict):
        yield from (f"{path} has no {name}" for name in rule.get("required", []) if name not in value)
        for name, member in value.items():
            if name in rule.get("properties", {}):
                yield from faults(member, rule["properties"][name], root, f"{path}.{name}")
    elif isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            yield f"{path} has {len(value)} items"
        for index, item in enumerate(value):
            yield from faults(item, rule.get("items", {}), root, f"{path}[{index}]")
    elif isinstance(value, str):
        if len(value) < rule.get("minLength", 0):
            yield f"{path} is empty"
        if "pattern" in rule and not re.search(rule["pattern"], value):
            yield f"{path} is {value!r:.60}, unlike {rule['pattern']}"
    elif _is(value, "number"):
        if not rule.get("minimum", value) <= value <= rule.get("maximum", value):
            yield f"{path} is {value}"
