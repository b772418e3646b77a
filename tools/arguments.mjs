import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * What developers' commands take. It is checked before a command is loaded, because some install packages, or import what
 * is slow to load. The commands of operators, which a container has, too, check theirs (server/…/run-command.ts).
 */
const COMMANDS = {
  'web/build/build-if-stale.ts': { usage: 'npm run build' },
  'tools/dev.ts': { usage: 'npm run dev' },
  'tools/gate.ts': { usage: 'npm test' },
  'tools/long.ts': {
    usage: "npm run test:long [-- PART OF A FILE'S NAME …]",
    words: [0, Number.POSITIVE_INFINITY],
  },
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
}

/** Ends the process with 0 after `--help`, and with 2 after wrong arguments. */
export function checkArguments([, script = '', ...args] = process.argv) {
  const command = COMMANDS[script && relative(ROOT, realpathSync(script))]
  if (!command) return
  const usage = `Usage: ${command.usage}`
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  const [least, most] = command.words ?? [0, 0]
  try {
    const { positionals } = parseArgs({ args, options: command.options ?? {}, allowPositionals: true })
    if (positionals.length >= least && positionals.length <= most) return
  } catch {}
  console.error(usage)
  process.exit(2)
}
