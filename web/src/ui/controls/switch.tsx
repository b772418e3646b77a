import styles from './switch.module.css'
import { usePressed } from './use-pressed.ts'

type Props = {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Id of the text that says what it means now. */
  describedBy?: string
}

/** A setting that is saved as soon as it is changed (role switch). A click anywhere on its line changes it. */
export function Switch({ label, isOn, onChange, describedBy }: Props) {
  const [isShownOn, press] = usePressed(isOn, onChange)
  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself
        role="switch"
        className={styles.track}
        checked={isShownOn}
        onChange={event => press(event.target.checked)}
        aria-describedby={describedBy}
      />
      {label}
    </label>
  )
}
