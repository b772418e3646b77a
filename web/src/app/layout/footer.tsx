import { site } from '../../api/site.ts'
import { Link } from '../../ui/controls/link.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import styles from './footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div>
          <p className={styles.brand}>{site.brandName}</p>
          <p>Managed by the {site.clubName}.</p>
          <Link className={styles.link} to="/privacy">
            Privacy
          </Link>
        </div>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
