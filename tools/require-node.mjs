/**
 * Loaded before every program of this project (`node --import ./tools/require-node.mjs …`): from this version on, Node
 * runs TypeScript. The syntax must work in old versions of Node. (docs/decisions/0001)
 */
const OLDEST = [22, 18]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`
  This is Node ${process.versions.node}, but the blood bank needs ${OLDEST.join('.')} or newer.

  npm installs a suitable one: in npm scripts, node_modules/.bin/node is Node 24 from package-lock.json.
  It is an optional dependency and is missing. Please run

      npm ci --include=optional

  (without --omit=optional or --no-optional) and start again with npm. npm has this Node for Linux on
  x64 and arm64; on other machines install Node ${OLDEST.join('.')} or newer.
`)
  process.exit(1)
}
