/**
 * Loaded before every program of this project (`node --import ./tools/require-node.mjs …`). The syntax must work in old
 * versions of Node.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** From this version on, Node runs TypeScript. (docs/decisions/0001) */
const OLDEST = [22, 18]

// A colon ends an entry of PATH, the tools that build the pages take others for parts of a URL or a pattern, and PostgreSQL's
// initdb calls a shell.
const folder = fileURLToPath(new URL('..', import.meta.url))
const [unusable] = /[%#?:*[\]{}\\"$`\p{Cc}]/u.exec(folder) ?? []
if (unusable) {
  console.error(`
  The folder ${folder} has a ${unusable} in its name, with which the blood bank cannot be built. Rename it, without %, #, ?, :, *, ", $, \`, \\, brackets and braces.
`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`
  This is Node ${process.versions.node}, but the blood bank needs ${OLDEST.join('.')} or newer.

  npm installs a suitable one: in npm scripts, node_modules/.bin/node is Node 24 from package-lock.json.
  ${existsSync(`${folder}node_modules`) ? 'It is an optional dependency and is missing.' : 'Nothing is installed yet.'} Please run

      npm ci --include=optional

  (without --omit=optional or --no-optional) and start again with npm. npm has this Node for Linux on
  x64 and arm64; on other machines install Node ${OLDEST.join('.')} or newer.
`)
  process.exit(1)
}

// The next start reads what this one compiles: it takes a second less, and 17 MB less memory, because Node then does not
// load what removes the types. Where this folder cannot be written, NODE_COMPILE_CACHE names another one.
module.enableCompileCache(fileURLToPath(new URL('../.build/compile-cache', import.meta.url)))

const { checkArguments } = await import('./arguments.mjs')
checkArguments()
