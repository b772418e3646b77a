import { isRefusal } from './refusal.ts'

/** Asks the person for their password; whether the server has taken it. */
type Ask = () => Promise<boolean>

const hosts: Ask[] = []
let underWay: Promise<boolean> | null = null

/** Lets a part of the page ask; of several the innermost does, which comes last. Gives the function that stops it. */
export function hostPasswordConfirmation(ask: Ask): () => void {
  hosts.push(ask)
  return () => void hosts.splice(hosts.indexOf(ask), 1)
}

/**
 * Makes a call that may ask for the password again. It is made once more when the person has given it, so that nothing
 * that they typed is lost; the refusal is thrown when they have not. Calls at the same time share one question.
 */
export async function withRecentPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const ask = hosts.at(-1)
    if (!ask || !isRefusal(error, 'password-confirmation-needed')) throw error
    underWay ??= ask().finally(() => {
      underWay = null
    })
    if (!(await underWay)) throw error
    return act()
  }
}
