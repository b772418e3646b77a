/** Takes what is to be done at the end. */
export type AtEnd = (end: () => unknown) => void

/**
 * Acts, and then ends what was started, the last first: when the work is done, when it fails, and when somebody has
 * seen enough of it.
 */
export async function endingAll(act: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    await act(end => void ends.push(end))
  } finally {
    await end()
  }
}
