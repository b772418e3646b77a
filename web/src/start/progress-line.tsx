import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import styles from './progress-line.module.css'

/** A line along the top of the window while waiting for the server, once that takes longer than a second. */
export function ProgressLine() {
  const isWaiting = useIsFetching() + useIsMutating() > 0
  return isWaiting && <div className={styles.line} role="progressbar" aria-label="Waiting for the server" />
}
