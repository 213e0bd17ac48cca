package main

import (
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/tlog"
)

// checkProofs checks every proof file, and returns them with the trees that they name.
func (c *checker) checkProofs(head tlog.Tree) ([]proof, map[tlog.Tree]bool) {
	paths, _ := filepath.Glob(filepath.Join(c.folder, "proofs", "*", "*.tlog-proof"))
	var proofs []proof
	trees := map[tlog.Tree]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			fail("%v", err)
		}
		read, err := c.readProof(text)
		if err != nil {
			fail("%s cannot be read: %v", filepath.Base(path), err)
		}
		for at, hashes := range read.hashes {
			index := read.index + int64(at)
			entry, err := c.entry(index, head.N)
			if err != nil {
				fail("%v", err)
			}
			if !read.extra.isOf(entry) {
				fail("entry %d is about something else than its proof", index)
			}
			if err := tlog.CheckRecord(hashes, read.tree.N, read.tree.Hash, index, tlog.RecordHash(entry)); err != nil {
				fail("entry %d is not where its proof says: %v", index, err)
			}
		}
		proofs = append(proofs, read)
		trees[read.tree] = true
	}
	if len(proofs) == 0 {
		fail("there are no proofs")
	}
	return proofs, trees
}

// tiles reads the tiles of a log, one of them with a flipped byte if `flipped` is not -1.
type tiles struct {
	folder  string
	cache   map[string][]byte
	wrong   tlog.Tile
	flipped int
}

func (t *tiles) Height() int                     { return 8 }
func (t *tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t *tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		path := tilePath(tile)
		if t.cache[path] == nil {
			read, err := os.ReadFile(filepath.Join(t.folder, path))
			if err != nil {
				return nil, err
			}
			t.cache[path] = read
		}
		read := t.cache[path]
		if tile == t.wrong && t.flipped >= 0 {
			read = append([]byte{}, read...)
			read[t.flipped] ^= 1
		}
		data = append(data, read)
	}
	return data, nil
}

// checkTiles proves every lead in the last tree from its tiles, and that the last tree begins with all others.
func (c *checker) checkTiles(head tlog.Tree, proofs []proof, trees map[tlog.Tree]bool) {
	hashes := tlog.TileHashReader(head, &tiles{folder: c.folder, cache: map[string][]byte{}, flipped: -1})
	for _, read := range proofs {
		for index := read.index; index <= read.index+1; index++ {
			entry, _ := c.entry(index, head.N)
			made, err := tlog.ProveRecord(head.N, index, hashes)
			if err != nil {
				fail("the tiles prove nothing about entry %d: %v", index, err)
			}
			if err := tlog.CheckRecord(made, head.N, head.Hash, index, tlog.RecordHash(entry)); err != nil {
				fail("entry %d is not in the last tree: %v", index, err)
			}
		}
	}
	for tree := range trees {
		made, err := tlog.ProveTree(head.N, tree.N, hashes)
		if err != nil {
			fail("the tiles prove nothing about the tree of %d: %v", tree.N, err)
		}
		if err := tlog.CheckTree(made, head.N, head.Hash, tree.N, tree.Hash); err != nil {
			fail("the last tree does not begin with the tree of %d: %v", tree.N, err)
		}
	}
}

// flipTiles reads every entry's hash with one of its bytes flipped, and counts how often nothing is noticed.
func (c *checker) flipTiles(head tlog.Tree) (flips, taken int) {
	cache := map[string][]byte{}
	for index := int64(0); index < head.N; index++ {
		tile := tlog.Tile{H: 8, L: 0, N: index / 256, W: 256}
		if head.N-tile.N*256 < 256 {
			tile.W = int(head.N - tile.N*256)
		}
		at := int(index%256)*tlog.HashSize + int(index%tlog.HashSize)
		hashes := tlog.TileHashReader(head, &tiles{folder: c.folder, cache: cache, wrong: tile, flipped: at})
		flips++
		if _, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, index)}); err == nil {
			taken++
		}
	}
	return flips, taken
}
