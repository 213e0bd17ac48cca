// Checks proofs of delivered leads with the tools of Go's checksum database, which know nothing of this store: signed
// notes with sumdb/note, the tree with sumdb/tlog. What they have no words for, cosignatures and the form of a proof, is
// read here.
//
//	check <folder>
//
// The folder has policy.txt, the log as anyone may fetch it (checkpoint, tile/…), and proofs in folders of proofs/.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const leadBytes = 68

// A cosigner verifies signatures of type 0x04: a time of eight bytes, then Ed25519 over that time and the text.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(c.key, []byte(signed), signature[8:])
}

func readCosigner(text string) (cosigner, error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return cosigner{}, fmt.Errorf("%q is no key", text)
	}
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return cosigner{}, err
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return cosigner{}, fmt.Errorf("%q is no key of a cosigner", text)
	}
	return cosigner{parts[0], uint32(hash), key[1:]}, nil
}

// A checker trusts a policy and has read a log.
type checker struct {
	folder    string
	log       note.Verifier
	witnesses int
	known     note.Verifiers
	bundles   map[int64][][]byte
}

func (c *checker) readPolicy() error {
	text, err := os.ReadFile(filepath.Join(c.folder, "policy.txt"))
	if err != nil {
		return err
	}
	var list []note.Verifier
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) >= 2 && words[0] == "log":
			if c.log, err = note.NewVerifier(words[1]); err != nil {
				return err
			}
			list = append(list, c.log)
		case len(words) >= 3 && words[0] == "witness":
			witness, err := readCosigner(words[2])
			if err != nil {
				return err
			}
			c.witnesses++
			list = append(list, witness)
		}
	}
	if c.log == nil {
		return fmt.Errorf("the policy names no log")
	}
	c.known = note.VerifierList(list...)
	return nil
}

// openCheckpoint returns a tree that the log and all witnesses of the policy have signed.
func (c *checker) openCheckpoint(text []byte) (tlog.Tree, error) {
	opened, err := note.Open(text, c.known)
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != 1+c.witnesses {
		return tlog.Tree{}, fmt.Errorf("%d of %d signatures", len(opened.Sigs), 1+c.witnesses)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != c.log.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s", c.log.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// entry returns an entry from the bundles of the log, as they were fetched.
func (c *checker) entry(index, size int64) ([]byte, error) {
	number := index / 256
	if c.bundles[number] == nil {
		tile := tlog.Tile{H: 8, L: 0, N: number, W: 256}
		if size-number*256 < 256 {
			tile.W = int(size - number*256)
		}
		path := strings.Replace(tilePath(tile), "tile/0/", "tile/entries/", 1)
		bundle, err := os.ReadFile(filepath.Join(c.folder, path))
		if err != nil {
			return nil, err
		}
		for len(bundle) >= 2 {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			if end > len(bundle) {
				return nil, fmt.Errorf("%s is cut off", path)
			}
			c.bundles[number] = append(c.bundles[number], bundle[2:end])
			bundle = bundle[end:]
		}
	}
	if at := int(index % 256); at < len(c.bundles[number]) {
		return c.bundles[number][at], nil
	}
	return nil, fmt.Errorf("there is no entry %d", index)
}

// tilePath is the path of a tile without the height, which is always 8 here.
func tilePath(tile tlog.Tile) string { return strings.Replace(tile.Path(), "tile/8/", "tile/", 1) }

// Of a proof, the words that the entry repeats. The raw ones go into its commitment.
type extra struct {
	Generation int             `json:"generation"`
	Slot       int             `json:"slot"`
	Cap        int             `json:"cap"`
	Salt       []byte          `json:"salt"`
	OrderLine  json.RawMessage `json:"orderLine"`
	Buyer      json.RawMessage `json:"buyer"`
	Row        json.RawMessage `json:"row"`
	// Of the entry that follows: the same sale under the label of the next year.
	Next struct {
		Hashes [][]byte `json:"hashes"`
	} `json:"next"`
}

// isOf tells whether a lead's entry is about this delivery. Its label is not checked: that takes a function that these
// tools lack.
func (x extra) isOf(entry []byte) bool {
	if len(entry) != leadBytes || int(binary.BigEndian.Uint16(entry[32:])) != x.Generation {
		return false
	}
	committed := sha256.New()
	committed.Write([]byte("leadyard lead v1\n"))
	committed.Write(x.Salt)
	fmt.Fprintf(committed, "[%s,%s,%s]", x.OrderLine, x.Buyer, x.Row)
	return int(entry[34]) == x.Slot && int(entry[35]) == x.Cap && bytes.Equal(entry[36:], committed.Sum(nil))
}

type proof struct {
	extra extra
	index int64
	// For the entry at index, and for the one that follows.
	hashes [2]tlog.RecordProof
	// The text, and the tree that it signs.
	checkpoint []byte
	tree       tlog.Tree
}

func (c *checker) readProof(text []byte) (proof, error) {
	var read proof
	head, checkpoint, found := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return read, fmt.Errorf("not a proof")
	}
	words, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	if err != nil {
		return read, err
	}
	if err := json.Unmarshal(words, &read.extra); err != nil {
		return read, err
	}
	if read.index, err = strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64); err != nil {
		return read, err
	}
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return read, err
		}
		read.hashes[0] = append(read.hashes[0], hash)
	}
	for _, bytes := range read.extra.Next.Hashes {
		if len(bytes) != tlog.HashSize {
			return read, fmt.Errorf("a hash of %d bytes", len(bytes))
		}
		var hash tlog.Hash
		copy(hash[:], bytes)
		read.hashes[1] = append(read.hashes[1], hash)
	}
	read.checkpoint = checkpoint
	read.tree, err = c.openCheckpoint(checkpoint)
	return read, err
}

func fail(format string, arguments ...any) {
	fmt.Printf("FAULT "+format+"\n", arguments...)
	os.Exit(1)
}

func main() {
	if len(os.Args) != 2 {
		fail("usage: check <folder>")
	}
	c := &checker{folder: os.Args[1], bundles: map[int64][][]byte{}}
	if err := c.readPolicy(); err != nil {
		fail("the policy cannot be read: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(c.folder, "checkpoint"))
	if err != nil {
		fail("%v", err)
	}
	head, err := c.openCheckpoint(text)
	if err != nil {
		fail("the checkpoint does not hold: %v", err)
	}
	fmt.Printf("sumdb/note: the checkpoint of %d entries is signed by the log and by %d witnesses\n", head.N, c.witnesses)
	began := time.Now()
	proofs, trees := c.checkProofs(head)
	fmt.Printf("sumdb/tlog: %d proofs hold, each with its own checkpoint, and commit to what was delivered (%v)\n",
		len(proofs), time.Since(began).Round(time.Millisecond))
	began = time.Now()
	c.checkTiles(head, proofs, trees)
	fmt.Printf("sumdb/tlog: the tiles give a proof of the same leads in the last tree, and show that %d earlier trees are its beginnings (%v)\n",
		len(trees), time.Since(began).Round(time.Millisecond))
	flips, taken := c.flipTiles(head)
	fmt.Printf("sumdb/tlog: took %d of %d tiles with a flipped byte\n", taken, flips)
}
