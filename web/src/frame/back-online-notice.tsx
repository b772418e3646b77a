import { useEffect, useState } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './back-online-notice.module.css'

const SHOWN_MS = 10_000

/** Says at the bottom of the window, for a while, that the connection is back. */
export function BackOnlineNotice({ onDismiss }: { onDismiss: () => void }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    // Screen readers announce a change inside a live region, not the region itself.
    setIsShown(true)
    const timer = setTimeout(onDismiss, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onDismiss])
  return (
    <div className={styles.region} role="status">
      {isShown && (
        <Notice kind="info" onDismiss={onDismiss}>
          You're back online, and this page is up to date.
        </Notice>
      )}
    </div>
  )
}
