import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^bloodbank-tests-(\d+)$/
const MIN_FREE_BYTES = 6 * 2 ** 30

/**
 * Makes a folder for the temporary files of this run of the tests, and removes it when the process ends. It is in memory
 * if there is room: on ext4, creating and removing hundreds of databases costs a third of the time of the run, because
 * the file system avoids recently freed inodes.
 * @param memory the folder of the file system in memory, and how many bytes must be free there
 * @returns the folder; the system's folder for temporary files if there is too little memory
 */
export function makeTemporaryFolder({ memory = '/dev/shm', minFreeBytes = MIN_FREE_BYTES } = {}): string {
  if (!hasRoom(memory, minFreeBytes)) return tmpdir()
  removeAbandoned(memory)
  const folder = join(memory, `bloodbank-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // Some tests run PostgreSQL as another user.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Ends the run as Ctrl-C does when nobody reads its output any more, as after `| head`, so that what it started ends with it.
 * By itself the process would break off.
 */
export function endWithOutput(): void {
  let isEnding = false
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      if (!isEnding) process.kill(process.pid, 'SIGINT')
      isEnding = true
    })
}

function hasRoom(folder: string, minFreeBytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeBytes
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. Where there is `/dev/shm`, there is `/proc`. */
function removeAbandoned(memory: string): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}
