import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'aria-label' | 'title'> & {
  icon: IconName
  /** The accessible name, also shown as a tooltip. */
  label: string
}

/** A square button with an icon instead of a text. */
export const IconButton = ({ icon, label, ...rest }: Props) => (
  <Button {...rest} aria-label={label} title={label} data-icon={icon}>
    <Icon name={icon} className={styles.icon} />
  </Button>
)
