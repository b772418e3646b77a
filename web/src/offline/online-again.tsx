import { useEffect, useState } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './online-again.module.css'

const SHOWN_MS = 10_000

/** Says that the line is back, for a while, at the foot of the window. */
export function OnlineAgain({ onDismiss }: { onDismiss: () => void }) {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    // Screen readers announce what comes into a place, not the place itself.
    setIsThere(true)
    const timer = setTimeout(onDismiss, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onDismiss])
  return (
    <div className={styles.place} role="status">
      {isThere && (
        <Notice kind="info" onDismiss={onDismiss}>
          You are online again. What you see is up to date.
        </Notice>
      )}
    </div>
  )
}
