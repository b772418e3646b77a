import type { ReactNode } from 'react'
import facts from './facts.module.css'
import record from './record-card.module.css'
import styles from './skeleton.module.css'

type Props = {
  /** How its parts are laid out, if not below each other; that of what will stand in its place. */
  className?: string | undefined
  /** What readers are told (role status), where nothing else says it. */
  says?: string
  children: ReactNode
}

/** Grey shapes of about the size of what will come, so that nothing moves when it does. */
export const Skeleton = ({ className, says, children }: Props) => (
  <>
    {says && <Said>{says}</Said>}
    <div className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true">
      {children}
    </div>
  </>
)

/** What readers are told (role status) and nobody sees. */
export const Said = ({ children }: { children: string }) => (
  <p className={styles.said} role="status">
    {children}
  </p>
)

/** A line of text; its width is in rem, or all that there is. */
export const Line = ({ width }: { width?: number }) => (
  <span className={styles.line} style={width ? { maxWidth: `${width}rem` } : undefined} />
)

const numbersTo = (count: number) => [...Array(count).keys()]

/** Names with what they hold. */
export const FactsSkeleton = ({ count }: { count: number }) => (
  <div className={facts.facts}>
    {numbersTo(count).map(number => (
      <div key={number}>
        <div className={facts.name}>
          <Line width={5} />
        </div>
        <Line width={8} />
      </div>
    ))}
  </div>
)

/** A button, or a link that looks like one. */
export const ButtonSkeleton = () => <span className={styles.control} data-kind="button" />

/** A blood group. */
export const BadgeSkeleton = () => <span className={styles.badge} />

/** A card of a list of records. */
export const CardSkeleton = () => (
  <div className={record.record}>
    <div className={record.head}>
      <BadgeSkeleton />
      <div className={record.title}>
        <Line width={12} />
      </div>
    </div>
    <FactsSkeleton count={6} />
  </div>
)

/** Fields of a form and its button. */
export const FormSkeleton = ({ fields }: { fields: number }) => (
  <>
    {numbersTo(fields).map(number => (
      <div key={number} className={styles.field}>
        <Line width={8} />
        <span className={styles.control} />
      </div>
    ))}
    <ButtonSkeleton />
  </>
)
