import { useId } from 'react'
import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts'
import styles from './theme-switch.module.css'

/** Light, dark or the system's theme: three radio buttons in a row. */
export function ThemeSwitch() {
  const name = useId()
  const theme = useTheme()
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>Theme</legend>
      {(Object.keys(THEMES) as Theme[]).map(option => (
        <label key={option} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={option === theme}
            onChange={() => chooseTheme(option)}
          />
          {THEMES[option]}
        </label>
      ))}
    </fieldset>
  )
}
