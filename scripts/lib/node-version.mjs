/**
 * The one check that must work on a Node far too old for everything else, so this file is imported alone and first.
 * 20.19 is the oldest version that the setup tools run on. The store itself runs on the Node that npm installs.
 */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `This needs Node 20.19 or newer to begin with; here is Node ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}
