import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aFolder } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { storeAndReadBack } from './testing/queries.ts'

// server/src/process-tests/crashes.test.ts kills the whole product at random moments.
test('the first start survives kill -9 at each step of creating the database', {
  timeout: 150_000,
}, async () => {
  const steps: ((names: string[]) => boolean)[] = [
    names => names.includes('postgres.lock'),
    names => names.includes('run'),
    names => names.some(name => name.startsWith('postgres.new-')),
    names => names.includes('postgres'),
    names => names.includes('postgres.log'),
  ]
  const killAndRestart = async (isReached: (names: string[]) => boolean) => {
    const dataDir = aFolder()
    const killed = startInstance(dataDir)
    while (!isReached(readdirSync(dataDir))) await sleep(1)
    await killed.kill('all')

    const instance = startInstance(dataDir)
    const { connection } = await instance.ready
    expect(await storeAndReadBack(connection)).toEqual({ word: 'ø😀', encoding: 'UTF8' })
    expect(readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))).toEqual([])
    expect(await instance.stop()).toBe(0)
  }
  await Promise.all(steps.map(killAndRestart))
})
