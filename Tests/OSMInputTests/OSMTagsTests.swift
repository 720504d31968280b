import Bytes
import Testing

@testable import OSMInput

@Suite struct OSMTagsTests {
  let tags = OSMTags([
    ("highway", "primary"), ("name", "Straße 東京"), ("oneway", ""), ("name", "second"), ("", "odd"),
  ])

  @Test("tags keep their order, and a key that occurs twice")
  func order() {
    #expect(tags.count == 5)
    #expect((0..<tags.count).map(tags.key(at:)) == ["highway", "name", "oneway", "name", ""])
    #expect(
      (0..<tags.count).map(tags.value(at:)) == ["primary", "Straße 東京", "", "second", "odd"])
  }

  @Test("a lookup finds the first tag with the key")
  func lookup() {
    #expect(tags.value(for: "name") == "Straße 東京")
    #expect(tags.value(for: "highway") == "primary")
    #expect(tags.value(for: "oneway") == "")
    #expect(tags.value(for: "") == "odd")
    #expect(tags.value(for: "high") == nil)
    #expect(tags.value(for: "highways") == nil)
  }

  @Test("keys and values compare by all of their bytes")
  func comparison() {
    #expect(tags.hasKey("highway"))
    #expect(!tags.hasKey("highwax"))
    #expect(!tags.hasKey("h"))
    #expect(tags.value(for: "highway", equals: "primary"))
    #expect(!tags.value(for: "highway", equals: "primar"))
    #expect(!tags.value(for: "highway", equals: "primary_link"))
    #expect(!tags.value(for: "name", equals: "second"))
    #expect(tags.value(for: "name", equals: "Straße 東京"))
    #expect(tags.value(for: "oneway", equals: ""))
    #expect(!tags.value(for: "absent", equals: ""))
    // A static string of one character has no address.
    #expect(!tags.value(for: "highway", equals: "p"))
    #expect(OSMTags([("a", "b")]).value(for: "a", equals: "b"))
  }

  @Test("the bytes of a value are read where they are")
  func valueBytes() {
    func bytes(_ index: Int) -> [UInt8] {
      tags.withValue(at: index) { value in
        var result: [UInt8] = []
        for place in 0..<value.byteCount { result.append(value.u8(place)) }
        return result
      }
    }
    #expect(bytes(0) == Array("primary".utf8))
    #expect(bytes(1) == Array("Straße 東京".utf8))
    #expect(bytes(2).isEmpty)
  }

  @Test("values of one block have equal identities if they are one text, others none")
  func valueIDs() {
    #expect(tags.valueID(at: 0) == nil)
    // "k", "a" and "a" again, of which the block has each once.
    var block = OSMTags()
    block.bytes = Array("kaab".utf8)
    block.block = OSMTextID.nextBlock()
    for value in [1..<2, 1..<2, 2..<4] { block.append(key: 0..<1, value: value) }
    #expect(block.valueID(at: 0) != nil)
    #expect(block.valueID(at: 0) == block.valueID(at: 1))
    #expect(block.valueID(at: 0) != block.valueID(at: 2))
    var next = block
    next.block = OSMTextID.nextBlock()
    #expect(next.valueID(at: 0) != block.valueID(at: 0))
  }

  @Test("no tags are empty")
  func empty() {
    #expect(OSMTags().isEmpty)
    #expect(OSMTags().count == 0)
    #expect(!OSMTags().hasKey(""))
    #expect(OSMTags([]).isEmpty)
    #expect(!tags.isEmpty)
  }

  @Test("a set of keys finds any of them, and no other")
  func keySet() {
    let keys = OSMKeySet(["oneway", "absent", "addr:housenumber"])
    #expect(tags.hasKey(among: keys))
    #expect(OSMTags([("name", ""), ("addr:housenumber", "1")]).hasKey(among: keys))
    for other in ["onewax", "oneway:", "xneway", "", "o", "addr:housenumbers", "addr:housename"] {
      #expect(!OSMTags([(other, "x"), ("", "oneway")]).hasKey(among: keys), "\(other)")
    }
    #expect(!tags.hasKey(among: OSMKeySet([])) && !OSMTags().hasKey(among: keys))
    // These have one hash: a letter that is five lower makes up for one more.
    let alike = OSMKeySet(["shop", "nodes", "iglus!"])
    for key in ["shop", "nodes", "iglus!"] {
      #expect(OSMTags([("name", "x"), (key, "x")]).hasKey(among: alike), "\(key)")
    }
    for key in ["shot", "noded", "iglus?"] {
      #expect(!OSMTags([("name", "x"), (key, "x")]).hasKey(among: alike), "\(key)")
    }
  }

  @Test("the keys of a set are found in one pass, each where it is first")
  func foundKeys() {
    let keys = OSMKeySet(["absent", "name", "oneway", "highway", "nams"])
    var found = OSMFoundKeys(of: keys)
    tags.find(&found)
    #expect((0..<5).map { found[$0] } == [nil, 1, 2, 0, nil])
    #expect(found.keys == 0b01110)
    // What the last element had is forgotten.
    OSMTags([("", "name"), ("nams", "x")]).find(&found)
    #expect((0..<5).map { found[$0] } == [nil, nil, nil, nil, 1])
    OSMTags().find(&found)
    #expect(found.keys == 0)
    // The last of 64 keys, all alike in length and many in the first letter.
    let many: [StaticString] = [
      "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4",
      "b5",
      "b6", "b7", "b8", "b9", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d0",
      "d1",
      "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "e0", "e1", "e2", "e3", "e4", "e5", "e6",
      "e7",
      "e8", "e9", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "g0", "g1", "g2",
      "g3",
    ]
    found = OSMFoundKeys(of: OSMKeySet(many))
    OSMTags([("g3", ""), ("x", ""), ("a0", "")]).find(&found)
    #expect(found[63] == 0 && found[0] == 2 && found.keys.nonzeroBitCount == 2)
  }

  @Test("the keys of blocks are found, though those of other blocks have the same offsets")
  func foundKeysOfBlocks() {
    var found = OSMFoundKeys(of: OSMKeySet(["name", "shop"]))
    // Ten blocks with another word at the same place, and twenty elements of each.
    for number in 0..<10 {
      let word = ["name", "shop", "nome"][number % 3]
      var tags = OSMTags()
      // At 512 and 1,024 bytes behind it, there are other keys.
      tags.bytes = Array((" " + word + String(repeating: " ", count: 508)).utf8)
      tags.bytes += Array(("shop" + String(repeating: " ", count: 508) + "name").utf8)
      tags.block = OSMTextID.nextBlock()
      for start in [1, 513, 1_025] { tags.append(key: start..<start + 4, value: 4..<5) }
      for _ in 0..<20 {
        tags.find(&found)
        #expect(found[0] == (word == "name" ? 0 : 2))
        #expect(found[1] == (word == "shop" ? 0 : 1))
      }
    }
  }

  @Test("keys are found by their beginning or their end")
  func keyParts() {
    for key in ["name:", "name:de", "alt_name", "_name", "name:x_name"] {
      let tags = OSMTags([("highway", "name:"), (key, "x")])
      #expect(tags.hasKey(beginningWith: "name:", orEndingWith: "_name"), "\(key)")
    }
    for key in ["name", "nam", "", "alt_namex", "xname:", "ame:", "_nam"] {
      let tags = OSMTags([("highway", "alt_name"), (key, "name:")])
      #expect(!tags.hasKey(beginningWith: "name:", orEndingWith: "_name"), "\(key)")
    }
  }

  @Test("bytes that are not UTF-8 are repaired when a string is made")
  func repair() {
    var broken = OSMTags()
    broken.bytes = [0x6B, 0xFF, 0x76, 0xC3]
    broken.append(key: 0..<1, value: 1..<4)
    #expect(broken.value(for: "k") == "\u{FFFD}v\u{FFFD}")
  }
}
