/**
 * Runs `work`, and then what it deferred, the last first: after success, after a failure, also one that
 * nobody awaits, and after Ctrl-C.
 */
export async function withCleanUp(work: (cleanUp: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const cleanUp = new AsyncDisposableStack()
  let ended: Promise<void> | null = null
  // Work that fails because of Ctrl-C waits for the same end.
  const end = () => {
    ended ??= cleanUp.disposeAsync()
    return ended
  }
  const exit = () => void end().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, exit)
  process.once('uncaughtException', error => {
    console.error(error)
    exit()
  })
  try {
    await work(cleanUp)
  } finally {
    await end()
  }
}
