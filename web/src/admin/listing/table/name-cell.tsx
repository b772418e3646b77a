import { Fragment, type ReactNode } from 'react'
import styles from './name-cell.module.css'
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
      {breakable(name)}
    </span>{' '}
    {more !== undefined && (
      <span className={styles.more} data-secondary>
        <br />
        <span>{breakable(more)}</span>
      </span>
    )}
  </TruncatedText>
)

/** An address that is too long for its line breaks before the @. Another text gets another element: browsers translate texts. */
export const breakable = (text: string): ReactNode => (
  <span key={text}>
    {text.split('@').map((part, at) =>
      at === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        <Fragment key={at}>
          <wbr />
          {`@${part}`}
        </Fragment>
      ),
    )}
  </span>
)
