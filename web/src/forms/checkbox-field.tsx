import styles from './field.module.css'
import { FieldMessages, type FieldProps, useControlProps, useTypedEarly } from './field.tsx'

type Props = Omit<FieldProps, 'isRequired' | 'isOptional'> & {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox; a click anywhere on its line toggles it. */
export function CheckboxField({ label, isChecked, onChange, ...field }: Props) {
  const { ids, controlProps } = useControlProps(field)
  const box = useTypedEarly(field.name, (input: HTMLInputElement) => input.checked, {
    value: isChecked,
    onChange,
  })
  return (
    <div className={styles.field}>
      <label className={styles.choice} htmlFor={ids.control}>
        <input
          {...controlProps}
          ref={box}
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldMessages ids={ids} {...field} />
    </div>
  )
}
