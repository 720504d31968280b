"""Figures of the peers from earlier runs: their answers do not change with mapc."""
import json
import os


class Kept:
    def __init__(self, path):
        self.path, self.figures = path, {}
        if path and os.path.exists(path):
            with open(path) as f:
                self.figures = json.load(f)

    def get(self, key):
        return self.figures.get(key)

    def add(self, key, engine, figures):
        if engine.name != "mapc":
            self.figures[key] = figures

    def save(self):
        if self.path:
            with open(self.path + ".part", "w") as f:
                json.dump(self.figures, f, indent=0, sort_keys=True)
            os.replace(self.path + ".part", self.path)
