import { isRefusal } from './refusal.ts'

/** Asks the person for their password. Resolves to whether the server accepted it. */
type PasswordPrompt = () => Promise<boolean>

const prompts: PasswordPrompt[] = []
let pendingPrompt: Promise<boolean> | null = null

/** Registers a prompt for the password; the one registered last is used. Returns a function that unregisters it. */
export function registerPasswordPrompt(prompt: PasswordPrompt): () => void {
  prompts.push(prompt)
  return () => void prompts.splice(prompts.indexOf(prompt), 1)
}

/**
 * Makes a call that may need a recently entered password. When the server refuses it for that reason, asks for the
 * password and repeats the call, so that nothing typed is lost; throws the refusal when the person cancels. Concurrent
 * calls share one prompt.
 */
export async function withRecentPassword<T>(makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall()
  } catch (error) {
    const prompt = prompts.at(-1)
    if (!prompt || !isRefusal(error, 'password-confirmation-needed')) throw error
    pendingPrompt ??= prompt().finally(() => {
      pendingPrompt = null
    })
    if (!(await pendingPrompt)) throw error
    return makeCall()
  }
}
