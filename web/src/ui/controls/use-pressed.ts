import { useState } from 'react'

/**
 * A value that is saved as soon as it is pressed, and what shows a press at once. React Query tells a task later that a
 * mutation is pending: until then React would show the value before, and take the press back.
 * @param value with what is being saved
 * @param save sends what was pressed
 */
export function usePressed<T>(value: T, save: (pressed: T) => void): [shown: T, press: (pressed: T) => void] {
  const [pressed, setPressed] = useState<{ value: T } | null>(null)
  const press = (value: T) => {
    setPressed({ value })
    save(value)
    setTimeout(() => setPressed(null))
  }
  return [pressed ? pressed.value : value, press]
}
