/** Registers a function that runs at the end. */
export type CleanUp = (end: () => unknown) => void

/**
 * Runs `work`, and then the registered functions in reverse order: after success, after a failure, also one that nobody
 * awaits, and after Ctrl-C.
 */
export async function withCleanUp(work: (cleanUp: CleanUp) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  process.once('uncaughtException', error => {
    console.error(error)
    void end().finally(() => process.exit(1))
  })
  try {
    await work(end => void ends.push(end))
  } finally {
    await end()
  }
}
