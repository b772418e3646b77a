import { CONSENT_POINT } from '@blood-bank/contract/own-account/consent'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import styles from './consent-points.module.css'

/** A text to agree to. Its points are a list; the older texts have none. */
export function ConsentPoints({ text }: { text: string }) {
  const [intro, ...points] = text.split(`\n${CONSENT_POINT}`)
  return (
    <div className={styles.text}>
      <SmallPrint>{intro}</SmallPrint>
      {points.length > 0 && (
        <ul className={styles.points}>
          {points.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
