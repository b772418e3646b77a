import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bloodbank-memory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** No process has a number as high as this. */
const ENDED = 2 ** 30

test('a folder of its own is made, and those of killed runs are removed', () => {
  const memory = aFolder()
  const abandoned = join(memory, `bloodbank-tests-${ENDED}`)
  const ofAnotherRun = join(memory, `bloodbank-tests-${process.ppid}`)
  const foreign = join(memory, 'other')
  for (const folder of [abandoned, ofAnotherRun, foreign]) mkdirSync(folder)
  const made = makeTemporaryFolder({ memory, minFreeBytes: 1 })
  expect(made).toBe(join(memory, `bloodbank-tests-${process.pid}`))
  expect([abandoned, ofAnotherRun, foreign, made].map(existsSync)).toEqual([false, true, true, true])
})

test('without a file system in memory, or with too little room there, it is the folder of the system', () => {
  expect(makeTemporaryFolder({ memory: '/nowhere' })).toBe(tmpdir())
  expect(makeTemporaryFolder({ memory: aFolder(), minFreeBytes: Number.MAX_SAFE_INTEGER })).toBe(tmpdir())
})
