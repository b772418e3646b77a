import type { ReactNode } from 'react'
import visuallyHidden from '../layout/visually-hidden.module.css'
import facts from './facts.module.css'
import record from './record-card.module.css'
import styles from './skeleton.module.css'

type Props = {
  /** Class of the content that it stands for, if its parts are not simply stacked. */
  className?: string | undefined
  /** Text for screen readers (role status), where nothing else announces the loading. */
  status?: string
  children: ReactNode
}

/** Grey placeholders of about the size of the content, so that nothing moves when it is loaded. */
export const Skeleton = ({ className, status, children }: Props) => (
  <>
    {status && <ScreenReaderStatus>{status}</ScreenReaderStatus>}
    <div className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true" data-skeleton>
      {children}
    </div>
  </>
)

/** Visually hidden text for screen readers (role status). */
export const ScreenReaderStatus = ({ children }: { children: string }) => (
  <p className={visuallyHidden.text} role="status">
    {children}
  </p>
)

/** A line of text; at most `width` wide, in rem. */
export const Line = ({ width }: { width?: 5 | 8 | 12 | 18 }) => (
  <span className={styles.line} data-width={width} />
)

/** A line in the place of what loads inside a part of a page. */
export const LineSkeleton = () => (
  <Skeleton status="Loading...">
    <Line width={18} />
  </Skeleton>
)

const range = (count: number) => [...Array(count).keys()]

/** Names and values, as in `Facts`. */
export const FactsSkeleton = ({ count }: { count: number }) => (
  <div className={facts.facts}>
    {range(count).map(number => (
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

/** A blood group badge. */
export const BadgeSkeleton = () => <span className={styles.badge} />

/** A `RecordCard`. */
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

/** Form fields and a submit button. */
export const FormSkeleton = ({ fields }: { fields: number }) => (
  <>
    {range(fields).map(number => (
      <div key={number} className={styles.field}>
        <Line width={8} />
        <span className={styles.control} />
      </div>
    ))}
    <ButtonSkeleton />
  </>
)
