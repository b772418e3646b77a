import type { LiveEvent } from '@blood-bank/contract/live'
import { afterEach, vi } from 'vitest'

/** The browser's end of a live stream; the test is the server. */
export class StubEventSource extends EventTarget {
  static all: StubEventSource[] = []
  isClosed = false
  onerror: (() => void) | null = null

  constructor() {
    super()
    StubEventSource.all.push(this)
  }

  close() {
    this.isClosed = true
  }

  send(event: LiveEvent, data = '-') {
    this.dispatchEvent(new MessageEvent(event, { data }))
  }

  breakOff() {
    this.onerror?.()
  }
}

/** Lets pages open streams. @returns those that they have opened so far */
export function stubEventSources(): StubEventSource[] {
  vi.stubGlobal('EventSource', StubEventSource)
  return StubEventSource.all
}

afterEach(() => {
  StubEventSource.all.length = 0
  vi.unstubAllGlobals()
})
