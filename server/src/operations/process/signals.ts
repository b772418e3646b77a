const GRACE_MS = 4_500

/**
 * Closes with grace at SIGTERM and Ctrl-C, then exits with 0. npm passes Ctrl-C on to a process that the
 * terminal has told already, so a second signal is no wish to hurry; a process that cannot close in time ends
 * anyway.
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
