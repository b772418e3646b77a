import { Button } from '../../ui/controls/button.tsx'
import styles from '../../ui/layout/banner.module.css'

type Props = { children: string; onDismiss: () => void }

/** Says what was done in the place of a `Banner`, as high as one: what is below does not move. */
export const BannerLine = ({ children, onDismiss }: Props) => (
  <div className={styles.banner} data-tone="good">
    <div className={styles.inner}>
      <p className={styles.line} role="status">
        {children}
      </p>
      <Button variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  </div>
)
