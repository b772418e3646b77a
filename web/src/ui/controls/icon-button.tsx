import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Button } from './button.tsx'

/** Paths on a square of 16 units. */
const ICON_PATHS = {
  copy: 'M5.5 5.5h8v8h-8zM10.5 2.5h-8v8',
  share: 'M8 10V1.8M5 4.6l3-2.8 3 2.8M4.8 7.2H3v7h10v-7h-1.8',
}

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'aria-label' | 'title'> & {
  icon: keyof typeof ICON_PATHS
  /** The accessible name, also shown as a tooltip. */
  label: string
}

/** A square button with an icon instead of a text. */
export const IconButton = ({ icon, label, ...rest }: Props) => (
  <Button {...rest} aria-label={label} title={label} data-icon={icon}>
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[icon]} />
    </svg>
  </Button>
)
