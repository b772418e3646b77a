import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCopy } from './testing/copies.ts'
import { aFolder } from './testing/data-folders.ts'
import { storeAndReadBack } from './testing/queries.ts'

// Kills at random moments are tried with the whole product (running/crashes).
test('the first start survives kill -9 at each step of making the database', {
  timeout: 150_000,
}, async () => {
  const steps: ((names: string[]) => boolean)[] = [
    names => names.includes('postgres.lock'),
    names => names.includes('run'),
    names => names.some(name => name.startsWith('postgres.new-')),
    names => names.includes('postgres'),
    names => names.includes('postgres.log'),
  ]
  const tryIt = async (isReached: (names: string[]) => boolean) => {
    const dataDir = aFolder()
    const killed = startCopy(dataDir)
    while (!isReached(readdirSync(dataDir))) await sleep(1)
    await killed.kill('all')

    const copy = startCopy(dataDir)
    const { connection } = await copy.ready
    expect(await storeAndReadBack(connection)).toEqual({ word: 'ø😀', encoding: 'UTF8' })
    expect(readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))).toEqual([])
    expect(await copy.stop()).toBe(0)
  }
  await Promise.all(steps.map(tryIt))
})
