import { site } from '../../api/site.ts'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import styles from './footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div>
          <p className={styles.brand}>{site.brandName}</p>
          <p>Managed by the {site.clubName}.</p>
        </div>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
