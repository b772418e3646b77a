import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './field.module.css'

/** Props of every field. `label` is its exact accessible name. */
export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  /** Why the value is invalid; marks the control as invalid and describes it to screen readers. */
  error?: string | undefined
  /** The form's error that says the same: it stands here if it is about this field alone, and nothing is said twice. */
  problem?: Problem | undefined
  /** Shows an asterisk and sets `aria-required`; not `required`, as the browser's messages would replace ours. */
  isRequired?: boolean
  /** Says that the field may stay empty. */
  isOptional?: boolean
}

/** The error of a form. */
type Problem = {
  id: string
  /** What to show at this field; null where the form shows it. */
  shown: { text: string; onDismiss: () => void } | null
}

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = {
  id: string
  name: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = FieldProps & { children: (controlProps: ControlProps) => ReactNode }

/** Label above, hint and error below, connected with the control that `children` renders. */
export function Field({ label, children, ...field }: Props) {
  const { ids, controlProps } = useControlProps(field)
  return (
    <div className={styles.field}>
      <div>
        <label className={styles.label} htmlFor={ids.control}>
          {label}
        </label>
        {field.isRequired && <RequiredMark />}
        {field.isOptional && (
          <span className={styles.optional} id={ids.optional}>
            optional
          </span>
        )}
      </div>
      {children({ ...controlProps, className: styles.control })}
      <FieldMessages ids={ids} {...field} />
    </div>
  )
}

export const RequiredMark = () => (
  <span className={styles.mark} aria-hidden="true">
    *
  </span>
)

/** Ids and attributes of one field, for a control with a different layout (a checkbox). */
export function useControlProps(field: Omit<FieldProps, 'label'>) {
  const { name, hint, error, problem, isRequired, isOptional } = field
  const control = useId()
  const ids = {
    control,
    optional: `${control}-optional`,
    hint: `${control}-hint`,
    error: `${control}-error`,
  }
  const described = [isOptional && ids.optional, hint && ids.hint, error && (problem?.id ?? ids.error)]
  const controlProps = {
    id: control,
    name,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': isRequired ? (true as const) : undefined,
  }
  return { ids, controlProps }
}

type MessagesProps = Pick<FieldProps, 'hint' | 'error' | 'problem'> & {
  ids: { hint: string; error: string }
}

/** The hint and the error under a control. */
export function FieldMessages({ ids, hint, error, problem }: MessagesProps) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={ids.hint}>
          {hint}
        </p>
      )}
      {error && !problem && (
        <p className={styles.error} id={ids.error}>
          {error}
        </p>
      )}
      {problem?.shown && (
        <Notice id={problem.id} kind="error" onDismiss={problem.shown.onDismiss}>
          {problem.shown.text}
        </Notice>
      )}
    </>
  )
}

/**
 * Takes over what somebody typed, or the browser filled in, before the script of the page ran: the form's state knows
 * only its own initial value. A page in which React finds a foreign node, such as the icon of a password manager, is
 * rendered anew: then it is in the control that was there before, which had the same name, and so is the focus.
 * @returns the ref of the control
 */
export function useTypedEarly<E extends HTMLElement, V>(
  name: string,
  read: (control: E) => V,
  { value, onChange }: { value: V; onChange: (value: V) => void },
): RefObject<E | null> {
  const control = useRef<E>(null)
  const isHydrated = useIsHydrated()
  const [built] = useState(() => (isHydrated ? null : findBuilt<E>(name)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first update overwrites it
  useLayoutEffect(() => {
    const source = built?.control ?? control.current
    const typed = source ? read(source) : value
    if (typed !== value) onChange(typed)
    if (built?.isFocused && !built.control.isConnected) control.current?.focus()
  }, [])
  return control
}

/** The control with a name in the page that the server rendered; null where there are several, and on the server. */
function findBuilt<E extends HTMLElement>(name: string) {
  const controls = new Set<Element>()
  for (const control of globalThis.document?.getElementsByName(name) ?? [])
    controls.add(control.closest('[role="radiogroup"]') ?? control)
  const [control] = controls
  if (!control || controls.size > 1) return null
  return { control: control as E, isFocused: document.activeElement === control }
}
