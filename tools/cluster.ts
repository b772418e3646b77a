import { requireClusterPrograms } from './cluster-programs.ts'
import { passes } from './gate/programs.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * `npm run test:cluster [-- part of a trial's name]`: the trials of `bench/cluster`, in memory if there is room, because
 * three databases and three etcd servers on one disk wait for each other.
 */
try {
  await requireClusterPrograms()
  const environment = { TMPDIR: makeTemporaryFolder() }
  const isPassed = await passes('node', ['bench/cluster/run.ts', ...process.argv.slice(2)], environment)
  process.exitCode = isPassed ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
