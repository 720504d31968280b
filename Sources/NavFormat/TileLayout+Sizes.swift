/// What the bytes of a tile are spent on.
extension TileLayout {
  /// The tables with the names of their columns, in file order.
  var tables: [(rows: Int, columns: [(name: String, column: PackedColumn)])] {
    // Without cells there are no tables of them, whatever the widths of their columns.
    let hasCells = cellCount > 0
    let tops = 2 * (segmentCount - cellSegmentCount) + viaCount - cellViaCount
    return [
      (
        junctionCount + 1,
        [
          ("junction latitude", junctionLatitude),
          ("junction longitude", junctionLongitude),
          ("junction first out", firstOut),
          ("junction flags", junctionFlags),
        ]
      ),
      (junctionCount, [("junction OSM id", junctionID)]),
      (outCount, [("out", out)]),
      (
        segmentCount + 1,
        [
          ("segment from", segmentFrom),
          ("segment to", segmentTo),
          ("segment way", segmentWay),
          ("segment length", segmentLength),
          ("segment flags", segmentFlags),
          ("segment bearing from", bearingFrom),
          ("segment bearing to", bearingTo),
          ("segment reach", segmentReach),
          ("segment shape", segmentShape),
        ]
      ),
      (reachCount, [("reach", reach)]),
      (wayCount, [("way OSM id", wayID)]),
      (wayCount, [("way attributes", wayAttributes), ("way name", wayName), ("way ref", wayRef)]),
      (nameCount, [("name", names)]),
      (
        attributeCount,
        [
          ("access forward", accessForward),
          ("access backward", accessBackward),
          ("road class", roadClass),
          ("surface", surface),
          ("road flags", roadFlags),
          ("speed forward", speedForward),
          ("speed backward", speedBackward),
          ("truck speed forward", truckSpeedForward),
          ("truck speed backward", truckSpeedBackward),
          ("track grade", trackGrade),
          ("smoothness", smoothness),
          ("lanes", lanes),
        ]
      ),
      (
        crossingCount,
        [
          ("crossing segment", crossingSegment),
          ("crossing tile", crossingTile),
          ("crossing junction", crossingJunction),
          ("crossing there", crossingThere),
          ("crossing latitude", crossingLatitude),
          ("crossing longitude", crossingLongitude),
        ]
      ),
      (viaCount, [("via base", viaBase), ("via there", viaThere)]),
      (
        turnCount,
        [
          ("turn from", turnFrom),
          ("turn to", turnTo),
          ("turn enter", turnEnter),
          ("turn banned", turnBanned),
        ]
      ),
      (
        ruleCount,
        [
          ("rule subject", ruleSubject),
          ("rule kind", ruleKind),
          ("rule directions", ruleDirections),
          ("rule value", ruleValue),
          ("rule condition", ruleCondition),
        ]
      ),
      (conditionCount + 1, [("condition offset", conditionOffset)]),
      (
        barrierCount,
        [
          ("barrier junction", barrierJunction),
          ("barrier passing", barrierPassing),
          ("barrier end only", barrierEndOnly),
        ]
      ),
      (
        hasCells ? cellCount + 1 : 0,
        [
          ("cell first junction", cellFirstJunction),
          ("cell first segment", cellFirstSegment),
          ("cell first via", cellFirstVia),
          ("cell node", cellNodes),
        ]
      ),
      (hasCells ? tops : 0, [("top node", topNodes)]),
      (4 * BoxTree(itemCount: ownSegmentCount).boxCount, [("boxes", boxes)]),
    ]
  }

  /// The columns with their names and the bytes each takes, padding included, in file order.
  ///
  /// Numbers of several columns share bytes: each has those in which its bits end, were the table stored column
  /// by column.
  public var columns: [(name: String, bytes: Int)] {
    var found = [("tile header", Self.headerLength)]
    for (rows, columns) in tables {
      var bits = 0
      for (name, column) in columns {
        let bytes = (rows * (bits + column.width) + 7) / 8 - (rows * bits + 7) / 8
        found.append((name, bytes))
        bits += column.width
      }
    }
    return found + [
      ("conditions", conditionLength), ("shapes", shapeLength), ("padding", PackedColumn.slack),
    ]
  }
}
