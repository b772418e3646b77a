import type { ReactNode } from 'react'
import styles from './name-cell.module.css'

type Props = {
  /** For `aria-describedby` of the row's buttons. */
  id: string
  name: string
  /** Secondary text under the name. */
  more?: ReactNode
}

/** The name of a row's record. */
export function NameCell({ id, name, more }: Props) {
  return (
    <>
      <span className={styles.name} id={id}>
        {name}
      </span>{' '}
      {more && (
        <span className={styles.more} data-secondary>
          {more}
        </span>
      )}
    </>
  )
}
