import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { site } from '../api/site.ts'
import { actorOf, coordinationOf, useSession } from '../session/session.ts'
import { Icon, type IconName } from '../ui/controls/icon.tsx'
import { Link, MenuLink } from '../ui/controls/link.tsx'
import { useIsOffline } from './connection.ts'
import styles from './layout.module.css'
import { PageOutlet } from './page-outlet.tsx'
import { TopBar } from './top-bar.tsx'

/** A page of which nothing has changed for this long, and nothing is loading, counts as loaded: its parts come in turn. */
const QUIET_MS = 200

/** The main site: top bar, page, footer (spec §2), and on phones a bar of shortcuts. */
export function Layout() {
  const { pathname, search } = useLocation()
  const frame = useMarkWhenLoaded(pathname + search)
  return (
    <div className={styles.frame} ref={frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar />
      <PageOutlet className={styles.main} />
      <Footer />
      <BottomBar />
    </div>
  )
}

function Footer() {
  const isSignedIn = actorOf(useSession()) !== null
  return (
    <footer className={styles.footer}>
      <div className={styles['footer-inner']}>
        <div className={styles['footer-links']}>
          {isSignedIn && <Link to="/account">Account</Link>}
          <Link to="/help">Help</Link>
          {site.contactUrl && <a href={site.contactUrl}>Contact</a>}
          <Link to="/privacy">Privacy</Link>
        </div>
      </div>
    </footer>
  )
}

/** The icon and the path of each page by its short name. */
const SHORTCUTS: Record<string, [IconName, string]> = {
  Requests: ['drop', '/view-requests'],
  Find: ['magnifier', '/find-donors'],
  Post: ['plus', '/post-request'],
  Dashboard: ['tiles', '/dashboard'],
}

const OF_COORDINATORS: typeof SHORTCUTS = { Call: ['phone', '/call-donors'] }

/** The pages that members and coordinators open most, within reach of the thumb of whoever holds a phone. */
function BottomBar() {
  const session = useSession()
  const isOffline = useIsOffline()
  if (actorOf(session) === null || isOffline) return null
  const shortcuts = coordinationOf(session) ? { ...SHORTCUTS, ...OF_COORDINATORS } : SHORTCUTS
  return (
    <nav className={styles['bottom-bar']} aria-label="Shortcuts">
      {Object.entries(shortcuts).map(([name, [icon, path]]) => (
        <MenuLink key={path} className={styles.shortcut} to={path}>
          <Icon name={icon} className={styles['shortcut-icon']} />
          {name}
        </MenuLink>
      ))}
    </nav>
  )
}

/**
 * Marks an element with `data-loaded` once the page at an address was loaded, whatever it loads afterwards. Not as state, which
 * would render every page once more.
 * @returns the ref of the element
 */
function useMarkWhenLoaded(address: string) {
  const ref = useRef<HTMLDivElement>(null)
  // Before the next page is painted, so that its footer is not seen in the place of the last one's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const lookWhenQuiet = () => {
      clearTimeout(timer)
      timer = setTimeout(look, QUIET_MS)
    }
    const observer = new MutationObserver(lookWhenQuiet)
    const look = () => {
      if (element.querySelector('[data-waiting], [data-skeleton]')) return
      observer.disconnect()
      element.dataset.loaded = ''
    }
    observer.observe(element, { childList: true, subtree: true })
    lookWhenQuiet()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      delete element.dataset.loaded
    }
  }, [address])
  return ref
}
