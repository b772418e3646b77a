const GRACE_MS = 4_500

/**
 * Shuts down gracefully on SIGTERM and SIGINT, then exits with 0. On Ctrl-C both the terminal and npm send SIGINT, so a
 * second signal does not force the exit. A process that cannot close in time exits with 1.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
