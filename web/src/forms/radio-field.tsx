import styles from './field.module.css'
import { FieldMessages, type FieldProps, RequiredMark, useControlProps, useTypedEarly } from './field.tsx'

type Props = Omit<FieldProps, 'isOptional'> & {
  value: string
  onChange: (value: string) => void
  /** Values in order with their labels. */
  options: Readonly<Record<string, string>>
}

/** A choice of a few options that are all visible. */
export function RadioField({ label, value, onChange, options, ...field }: Props) {
  const {
    ids,
    controlProps: { id, name, ...description },
  } = useControlProps(field)
  const group = useTypedEarly(name, checkedValueIn, { value, onChange })
  return (
    <div className={styles.field}>
      <div>
        <span className={styles.label} id={id}>
          {label}
        </span>
        {field.isRequired && <RequiredMark />}
      </div>
      <div ref={group} role="radiogroup" aria-labelledby={id} {...description}>
        {Object.entries(options).map(([option, text]) => (
          <label key={option} className={styles.choice}>
            <input
              type="radio"
              name={name}
              className={styles.box}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
        ))}
      </div>
      <FieldMessages ids={ids} {...field} />
    </div>
  )
}

const checkedValueIn = (group: HTMLDivElement) =>
  group.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
