import type { ReactNode } from 'react'
import styles from './cells.module.css'
import { TruncatedText } from './truncated-text.tsx'

type Props = {
  /** For `aria-describedby` of the row's buttons. */
  id: string
  name: string
  /** Secondary text under the name. */
  more?: string | undefined
}

/** The name of a row's record. */
export const NameCell = ({ id, name, more }: Props) => (
  <TruncatedText text={more === undefined ? name : `${name}\n${more}`}>
    <span className={styles.name} id={id}>
      {name}
    </span>{' '}
    {more !== undefined && (
      <span className={styles.more} data-secondary>
        <br />
        <span>{breakable(more)}</span>
      </span>
    )}
  </TruncatedText>
)

/** An address that is too long for its line breaks before the @. */
export function breakable(text: string): ReactNode {
  const at = text.indexOf('@')
  if (at < 1 || text.includes(' ')) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
