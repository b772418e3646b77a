import { useId } from 'react'
import styles from './logo.module.css'

const RECEIVES = 'M23.5 13.5c2.6 3.5 5.5 6.4 5.5 10.1a5.5 5.5 0 0 1-11 0c0-3.7 2.9-6.6 5.5-10.1z'

/** The logo: one drop gives, the other receives. Decorative, hidden from screen readers. */
export function Logo({ className }: { className: string | undefined }) {
  const gap = useId()
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <mask id={gap}>
        <path fill="#fff" d="M0 0h32v32H0z" />
        <path stroke="#000" strokeWidth="3" d={RECEIVES} />
      </mask>
      <path
        className={styles.gives}
        mask={`url(#${gap})`}
        d="M13.5 2c4.6 6.2 10.3 11.4 10.3 17.7a10.3 10.3 0 0 1-20.6 0C3.2 13.4 8.9 8.2 13.5 2z"
      />
      <path className={styles.receives} d={RECEIVES} />
    </svg>
  )
}
