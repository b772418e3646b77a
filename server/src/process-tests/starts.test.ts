import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'

const NOBODY = 65534
const KILLED_AFTER_MS = 700
const isRoot = process.geteuid?.() === 0

/** Whether an unprivileged user can read this checkout. */
const isOpen = () => {
  const script = JSON.stringify(fileURLToPath(import.meta.url))
  const reading = ['-e', `require('fs').readFileSync(${script})`]
  return spawnSync(process.execPath, reading, { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
}

test.skipIf(isRoot && !isOpen())(
  'an unprivileged user starts the product after a killed first start, in the C locale',
  { timeout: 300_000 },
  async () => {
    const uid = isRoot ? NOBODY : undefined
    const environment = { LANG: 'C', LC_ALL: 'C' }
    const outcome = await killFirstStart({ afterMs: KILLED_AFTER_MS, environment, uid })
    expect(outcome).toEqual({ patientName: 'ø😀', postmasters: 1, code: 0 })
  },
)
