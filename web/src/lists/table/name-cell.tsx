import styles from './name-cell.module.css'

type Props = {
  /** For what is to be described by the name. */
  id: string
  name: string
  /** Small, under the name. */
  more?: string
}

/** Who or what a row is about. */
export function NameCell({ id, name, more }: Props) {
  return (
    <>
      <span className={styles.name} id={id}>
        {name}
      </span>{' '}
      {more && <span className={styles.more}>{more}</span>}
    </>
  )
}
