import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What every field of the kit takes. `label` is its accessible name, to the letter. */
export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  /** The sentence that says what is wrong; marks the control as invalid and is read with it. */
  error?: string | undefined
  /** Id of an element that says just this error already, so that it is seen here, but not said twice. */
  saidBy?: string | undefined
  /** Shows a mark and sets `aria-required`; never `required`, as the browser's words would replace ours. */
  isRequired?: boolean
}

/** The attributes that tie a control to its label, hint and error. */
export type Wiring = {
  id: string
  name: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = FieldProps & { children: (wiring: Wiring) => ReactNode }

/** Label above, hint and error below, tied to the control that `children` renders. */
export function Field({ label, children, ...field }: Props) {
  const { ids, wiring } = useWiring(field)
  return (
    <div className={styles.field}>
      <div>
        <label className={styles.label} htmlFor={ids.control}>
          {label}
        </label>
        {field.isRequired && (
          <span className={styles.mark} aria-hidden="true">
            *
          </span>
        )}
      </div>
      {children({ ...wiring, className: styles.control })}
      <FieldNotes ids={ids} {...field} />
    </div>
  )
}

/** Ids and attributes of one field, for a control that is laid out in another way (a checkbox). */
export function useWiring({ name, hint, error, saidBy, isRequired }: Omit<FieldProps, 'label'>) {
  const control = useId()
  const ids = { control, hint: `${control}-hint`, error: `${control}-error` }
  const wiring = {
    id: control,
    name,
    'aria-describedby':
      [hint && ids.hint, error && (saidBy ?? ids.error)].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': isRequired ? (true as const) : undefined,
  }
  return { ids, wiring }
}

type Notes = Pick<FieldProps, 'hint' | 'error' | 'saidBy'> & { ids: { hint: string; error: string } }

/** The hint and the error under a control. */
export function FieldNotes({ ids, hint, error, saidBy }: Notes) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={ids.hint}>
          {hint}
        </p>
      )}
      {error && !saidBy && (
        <p className={styles.error} id={ids.error}>
          {error}
        </p>
      )}
      {error && saidBy && <p className={styles.error} data-text={error} aria-hidden="true" />}
    </>
  )
}
