import { vi } from 'vitest'

type Waiting = { grant: () => void }
type Held = { fail: (error: Error) => void }

/** Web Locks with one lock: the first who asks holds it, the next waits, and a thief takes it from its holder. */
function stubLocks() {
  const queue: Waiting[] = []
  let held: Held | null = null

  function next() {
    if (held === null) queue.shift()?.grant()
  }

  const request = (_: string, { steal = false, signal }: LockOptions, use: () => Promise<void> | undefined) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => reject(error)
      const waiting: Waiting = {
        grant: () => {
          const mine: Held = { fail }
          held = mine
          void Promise.resolve(use()).then(() => {
            resolve()
            if (held === mine) held = null
            next()
          })
        },
      }
      signal?.addEventListener('abort', () => {
        if (!queue.includes(waiting)) return
        queue.splice(queue.indexOf(waiting), 1)
        fail(new DOMException('Stopped waiting.', 'AbortError'))
      })
      if (!steal) queue.push(waiting)
      else {
        held?.fail(new DOMException('The lock was stolen.', 'AbortError'))
        waiting.grant()
      }
      next()
    })
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
}

/** Broadcast channels that deliver at once. */
function stubChannels() {
  const open = new Set<StubChannel>()
  class StubChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    readonly name: string

    constructor(name: string) {
      this.name = name
      open.add(this)
    }

    postMessage(data: unknown) {
      if (!open.has(this)) throw new DOMException('The channel is closed.', 'InvalidStateError')
      for (const other of open) if (other !== this && other.name === this.name) other.onmessage?.({ data })
    }

    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', StubChannel)
}

/** Gives the browser of a test what its tabs share: a lock and channels. */
export function stubBrowserOfTabs() {
  stubLocks()
  stubChannels()
}
