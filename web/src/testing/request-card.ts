import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The card of a blood request, which is named after its group and hospital, by a patient; null if there is none. */
export const queryRequestCard = (patientName: string): HTMLElement | null =>
  screen.queryAllByRole('article').find(card => card.textContent?.includes(patientName)) ?? null

export const findRequestCard = (patientName: string): Promise<HTMLElement> =>
  waitFor(() => {
    const card = queryRequestCard(patientName)
    if (!card) throw new Error(`There is no card of a request for ${patientName}.`)
    return card
  })

/** Opens the menu of a card and chooses an entry. */
export async function chooseFromCard(person: UserEvent, card: HTMLElement, entry: string): Promise<void> {
  await person.click(within(card).getByRole('button', { name: 'More' }))
  await person.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: entry }))
}

/** The labels of the entries of a card's menu, which is closed again. */
export async function menuOfCard(person: UserEvent, card: HTMLElement): Promise<(string | null)[]> {
  await person.click(within(card).getByRole('button', { name: 'More' }))
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  const labels = entries.map(entry => entry.textContent)
  await person.keyboard('{Escape}')
  return labels
}
