/**
 * Loaded before every program of ours (`node --import ./tools/require-node.mjs …`): TypeScript runs as it is
 * from this version on. Written so that an old Node can read it. (docs/decisions/0001)
 */
const OLDEST = [22, 18]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`
  This is Node ${process.versions.node}, and the blood bank needs ${OLDEST.join('.')} or newer.

  A right one comes with the install: in npm scripts, node_modules/.bin/node is the Node 24 that
  package-lock.json names. It is an optional dependency, and it is not there. Please run

      npm ci --include=optional

  (not with --omit=optional or --no-optional) and start again with npm. Where npm has no such Node
  for the machine, which it has for Linux on x64 and arm64, install Node ${OLDEST.join('.')} or newer.
`)
  process.exit(1)
}
