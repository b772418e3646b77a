const POLL_MS = 30_000

/** Between half of a time and one and a half: thousands of browsers must not do the same thing at the same moment. */
export const withJitter = (ms: number): number => ms * (0.5 + Math.random())

/** Calls back every half minute between `start` and `stop`, with whether the server can be reached. */
export function createPolling(onPoll: (isReachable: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function start() {
    timer ??= setTimeout(poll, withJitter(POLL_MS))
  }

  async function poll() {
    const polled = timer
    const reply = await fetch('/readyz').catch(() => null)
    if (timer !== polled) return
    onPoll(reply?.ok ?? false)
    timer = undefined
    start()
  }

  return {
    start,
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
