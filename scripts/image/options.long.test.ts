import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`
const BASE = `gcr.io/distroless/cc-debian12@${DIGEST}`
const BUILD_BASE = `docker.io/library/node:24-slim@${DIGEST}`

test('two bases with their digests are enough to build', () => {
  expect(readOptions(['--base', BASE, `--build-base=${BUILD_BASE}`], '1.2.3')).toEqual({
    bases: { base: BASE, buildBase: BUILD_BASE },
    tag: 'localhost/leadyard:1.2.3',
    tool: undefined,
    npmrc: undefined,
    ca: undefined,
    isChecked: false,
  })
})

test('a local base needs no other', () => {
  expect(readOptions(['--base', 'local', '--tool', 'podman', '--check'], '1.2.3')).toMatchObject({
    bases: 'local',
    tool: 'podman',
    isChecked: true,
  })
})

test('--check alone builds nothing', () => {
  expect(readOptions(['--check', '--tag', 'registry.example.com:5000/shop/leadyard:7'], '1.2.3')).toMatchObject({
    bases: undefined,
    tag: 'registry.example.com:5000/shop/leadyard:7',
    isChecked: true,
  })
})

test.each([
  [[], '--base is missing'],
  [['--base', BASE], '--build-base is missing'],
  [['--build-base', BUILD_BASE], '--base is missing'],
  [['--base', 'debian:trixie-slim', '--build-base', BUILD_BASE], 'debian:trixie-slim has no digest'],
  [['--base', BASE, '--build-base', `node@${DIGEST.slice(0, -1)}`], 'has no digest'],
  [['--base', `--privileged@${DIGEST}`, '--build-base', BUILD_BASE], "'--base'"],
  [['--base', 'local', '--build-base', BUILD_BASE], 'leave out --build-base'],
  [['--base', 'local', '--tool', 'kaniko'], 'one of buildah, podman, docker'],
  [['--base', 'local', '--tag', 'A B'], 'is no name of an image'],
  [['--base', 'local', '--tag=-v'], 'is no name of an image'],
  [['--base', 'local', '--push'], '--push'],
  [['local'], 'local'],
])('%j is refused: %s', (args, message) => {
  expect(() => readOptions(args, '1.2.3')).toThrow(message)
})
