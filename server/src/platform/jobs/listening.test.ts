import assert from 'node:assert'
import { EventEmitter, once } from 'node:events'
import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import { expect, test } from 'vitest'
import { superviseListening } from './listening.ts'

test('the server goes on when it looks for jobs while the workers are ending', async () => {
  const events: WorkerEvents = new EventEmitter()
  const looks = new EventEmitter()
  let count = 0
  const workerPool = {
    nudge() {
      count += 1
      looks.emit('look')
      // What the library does when a worker has ended and is still in its list.
      assert.ok(false, 'nudge called after worker terminated')
    },
  } as unknown as WorkerPool
  superviseListening(events, { checkMs: 1_000, concurrency: 5 })
  events.emit('pool:listen:error', { workerPool, error: new Error('Connection terminated') } as never)
  await once(looks, 'look')
  await once(looks, 'look')
  events.emit('pool:release', { pool: workerPool, workerPool } as never)
  expect(count).toBeGreaterThanOrEqual(2)
})
