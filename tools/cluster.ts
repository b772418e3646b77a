import { requireClusterPrograms } from './cluster-programs.ts'
import { passes } from './gate/programs.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * `npm run test:cluster [-- part of a trial's name]`: the trials of `bench/cluster`, in memory if there is room, because
 * three databases and three etcd servers on one disk wait for each other.
 */
const [wanted = ''] = process.argv.slice(2)
// By a variable: TypeScript would take the other project for a part of this one.
const trials: string = '../bench/cluster/trials.ts'
const { TRIALS } = (await import(trials)) as { TRIALS: { name: string }[] }
try {
  if (!TRIALS.some(({ name }) => name.includes(wanted))) {
    console.error(`No trial has ${wanted} in its name: ${TRIALS.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  await requireClusterPrograms()
  const environment = { TMPDIR: makeTemporaryFolder() }
  const isPassed = await passes('node', ['bench/cluster/run.ts', ...process.argv.slice(2)], environment)
  process.exitCode = isPassed ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
