import styles from './field.module.css'
import { FieldNotes, type FieldProps, useWiring } from './field.tsx'

type Props = Omit<FieldProps, 'isRequired'> & { isChecked: boolean; onChange: (isChecked: boolean) => void }

/** One yes or no; the whole line can be pressed. */
export function CheckboxField({ label, isChecked, onChange, ...field }: Props) {
  const { ids, wiring } = useWiring(field)
  return (
    <div className={styles.field}>
      <label className={styles.choice} htmlFor={ids.control}>
        <input
          {...wiring}
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          onChange={event => onChange(event.target.checked)}
        />
        {label}
      </label>
      <FieldNotes ids={ids} {...field} />
    </div>
  )
}
