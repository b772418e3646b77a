import { actorOf, useSession } from '../session/session.ts'
import { Icon, type IconName } from '../ui/controls/icon.tsx'
import { MenuLink } from '../ui/controls/link.tsx'
import styles from './bottom-bar.module.css'
import { useIsOffline } from './connection.ts'

/** The icon and the path of each page by its short name. */
const SHORTCUTS: Record<string, [IconName, string]> = {
  Requests: ['drop', '/view-requests'],
  Find: ['magnifier', '/find-donors'],
  Post: ['plus', '/post-request'],
  Dashboard: ['tiles', '/dashboard'],
}

/** The four pages that members open most, within reach of the thumb of whoever holds a phone. */
export function BottomBar() {
  const isMember = actorOf(useSession()) !== null
  const isOffline = useIsOffline()
  if (!isMember || isOffline) return null
  return (
    <nav className={styles.bar} aria-label="Shortcuts">
      {Object.entries(SHORTCUTS).map(([name, [icon, path]]) => (
        <MenuLink key={path} className={styles.link} to={path}>
          <Icon name={icon} className={styles.icon} />
          {name}
        </MenuLink>
      ))}
    </nav>
  )
}
