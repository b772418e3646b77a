import { useId } from 'react'
import { GIVES, RECEIVES } from './drops.ts'
import styles from './logo.module.css'

/** The logo: one drop gives, the other receives. Decorative, hidden from screen readers. */
export function Logo({ className }: { className: string | undefined }) {
  const gap = useId()
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <mask id={gap}>
        <path fill="#fff" d="M0 0h32v32H0z" />
        <path stroke="#000" strokeWidth="3" d={RECEIVES} />
      </mask>
      <path className={styles.gives} mask={`url(#${gap})`} d={GIVES} />
      <path className={styles.receives} d={RECEIVES} />
    </svg>
  )
}
