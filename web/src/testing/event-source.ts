import type { LiveEvent } from '@blood-bank/contract/live/endpoints'
import { vi } from 'vitest'

/** The browser's end of a live stream; the test is the server. */
class StubEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  url = ''
  isClosed = false
  onerror: (() => void) | null = null

  close() {
    this.isClosed = true
  }

  send(event: LiveEvent, data = '-') {
    this.dispatchEvent(new MessageEvent(event, { data }))
  }

  breakOff() {
    this.onerror?.()
  }

  refuse() {
    this.readyState = StubEventSource.CLOSED
    this.onerror?.()
  }
}

/** Lets the pages of a test open streams. @returns those that they have opened so far */
export function stubEventSources(): StubEventSource[] {
  const opened: StubEventSource[] = []
  class EventSource extends StubEventSource {
    constructor(url: string) {
      super()
      this.url = url
      opened.push(this)
    }
  }
  vi.stubGlobal('EventSource', EventSource)
  return opened
}
