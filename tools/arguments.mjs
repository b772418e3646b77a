import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
// biome-ignore lint/correctness/noUndeclaredDependencies: it is a workspace of this package.
import { parseArguments, takeArguments } from '@blood-bank/server/operations/process/arguments'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ANY_NUMBER = [0, Number.POSITIVE_INFINITY]

/**
 * What developers' commands take, by what the scripts of package.json run. It is checked before a command is loaded, because
 * some install packages, or import what is slow to load. The commands of operators, which a container has, too, and the bench
 * check theirs.
 */
const COMMANDS = {
  'web/build/build-if-stale.ts': { usage: 'npm run build' },
  'tools/dev.ts': { usage: 'npm run dev' },
  'tools/gate.ts': { usage: 'npm test' },
  'tools/long.ts': { usage: "npm run test:long [-- PART OF A FILE'S NAME …]", words: ANY_NUMBER },
  'tools/cluster.ts': { usage: "npm run test:cluster [-- PART OF A TRIAL'S NAME]", words: [0, 1] },
  'tools/release.ts': { usage: 'npm run release -- VERSION', words: [1, 1] },
  'e2e/testing/screenshots/take.ts': {
    usage: "npm run screenshots [-- PART OF A PAGE'S NAME]",
    words: [0, 1],
  },
  'bench/simulation/run.ts': {
    usage: 'npm run simulate [-- --quick]',
    options: { quick: { type: 'boolean' } },
  },
  'node_modules/@biomejs/biome/bin/biome check --write': {
    usage: 'npm run format [-- [--unsafe] FILE …]',
    options: { unsafe: { type: 'boolean' } },
    words: ANY_NUMBER,
  },
  'node_modules/@biomejs/biome/bin/biome check --error-on-warnings': {
    usage: 'npm run lint [-- FILE …]',
    words: ANY_NUMBER,
  },
  'node_modules/typescript/bin/tsc -b': {
    usage: 'npm run typecheck [-- [--force] FOLDER …]',
    options: { force: { type: 'boolean' } },
    words: ANY_NUMBER,
  },
  'node_modules/vitest/vitest.mjs': {
    usage: "npm run test:watch [-- [--project NAME] [-t PART OF A TEST'S NAME] PART OF A FILE'S NAME …]",
    options: { project: { type: 'string', multiple: true }, testNamePattern: { type: 'string', short: 't' } },
    words: ANY_NUMBER,
  },
}

/** Ends the process with 0 after `--help`, and with 2 after wrong arguments. */
export function checkArguments([, script = '', ...args] = process.argv) {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const [file, ...first] = name.split(' ')
    if (file === relative(ROOT, script) && first.every((word, index) => word === args[index]))
      takeArguments(command, parseArguments, args.slice(first.length))
  }
}
