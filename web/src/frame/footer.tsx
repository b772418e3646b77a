import { site } from '../api/site.ts'
import { actorOf, useSession } from '../session/session.ts'
import { Link } from '../ui/controls/link.tsx'
import styles from './footer.module.css'

export function Footer() {
  const isSignedIn = actorOf(useSession()) !== null
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.links}>
          {isSignedIn && <Link to="/account">Account</Link>}
          <Link to="/help">Help</Link>
          {site.contactUrl && <a href={site.contactUrl}>Contact</a>}
          <Link to="/privacy">Privacy</Link>
        </div>
      </div>
    </footer>
  )
}
